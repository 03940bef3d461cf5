import { expect } from 'vitest'
import { maskEmail } from '../../src/domain/mask-email.ts'
import { journey } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { newEmail, PASSWORD } from '../../harness/credentials.ts'
import { codeTo, mailsTo } from '../../harness/outbox.ts'
import {
  activated,
  boxes,
  codeRefused,
  codeSent,
  logIn,
  OTHER_PASSWORD,
  signUp,
  stored,
  t,
  typeCode,
  wrongCode,
} from '../../harness/steps/account-steps.ts'
import { activePerson } from '../../harness/steps/auth-calls.ts'
import { hold, follow } from '../../harness/steps/reading-steps.ts'

const app = await sharedApp()
const test = journey(app, { allows: / 40[136] / })

test('the arrow of the sign-up leads back; signing up by mail survives leaving, a second sign-up and a wrong code', async ({
  visit,
}) => {
  const { page } = await visit()
  const back = page.getByRole('link', { name: t('form.back') })
  await page.goto('/signup')
  await follow(back)
  await page.waitForURL('**/login')
  await page.goto('/recent_theme')
  await page.evaluate(() => location.assign('/signup'))
  await page.waitForURL('**/signup')
  await back.click()
  await page.waitForURL('**/recent_theme')

  const email = newEmail()
  await signUp(page, email)
  await codeSent(page)
  await page.goBack()
  await signUp(page, email)
  await page
    .locator('form')
    .getByRole('link', { name: t('activation.enterCode') })
    .click()
  await codeSent(page)
  // A later return: sessionStorage is gone.
  await page.evaluate(() => sessionStorage.clear())
  for (const path of ['/', '/profile']) {
    await page.goto(path)
    await page.getByText(t('activation.pending')).first().waitFor()
  }
  await page.getByRole('link', { name: t('activation.enterCode') }).click()
  await codeSent(page)
  await page.getByText(maskEmail(email)).waitFor()
  expect(await page.getByText(t('activation.pending')).isVisible()).toBe(false)

  await page.locator('input[name="digit"]:focus').first().waitFor()
  await page.keyboard.type(wrongCode(await codeTo(app, email, 3)))
  await codeRefused(page)
  await page.getByRole('button', { name: t('otp.resend') }).click()
  const dialog = page.getByRole('dialog', { name: t('dialog.verificationSent.title') })
  await dialog.getByText(maskEmail(email)).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await boxes(page)).toEqual(['', '', '', '', '', ''])
  await page.locator('input[name="digit"]').first().and(page.locator(':focus')).waitFor()

  const code = await codeTo(app, email, 4)
  expect(await mailsTo(app, email, 4)).toHaveLength(4)
  await page.keyboard.type(code)
  await page.waitForURL('**/signup_username')
  await page.getByText(t('otp.activated')).waitFor()
  expect(await page.getByText(t('activation.pending')).isVisible()).toBe(false)
  await page.getByRole('link', { name: t('username.skip') }).click()
  await page.waitForURL(`${app.origin}/`)
  const { local } = await stored(page, 'UserInfo')
  expect(JSON.parse(local ?? '{}')).toMatchObject({ email, activated: true })
  expect(await stored(page, 'EmailAddress')).toEqual({ session: null, local: null })

  const { page: waiting } = await visit()
  const { email: unconfirmed } = await activePerson(app, newEmail(), 'ja', false)
  await logIn(waiting, unconfirmed)
  await waiting.waitForURL('**/otp_email')
  await follow(waiting.getByRole('link', { name: t('form.back') }))
  await waiting.waitForURL('**/login')
})

test('a forgotten password and a new address, each by mail', async ({ visit }) => {
  const { page: forgetful } = await visit()
  const email = await activated(app)
  await forgetful.goto('/login')
  await forgetful.getByLabel(t('field.email')).fill(email)
  await forgetful.getByRole('link', { name: t('login.forgot') }).click()
  await forgetful.waitForURL('**/forgot_password')
  await expect.poll(() => forgetful.getByLabel(t('field.email')).inputValue()).toBe(email)
  await forgetful.getByRole('button', { name: t('forgotPassword.submit') }).click()
  await forgetful.waitForURL('**/forgot_password/otp_email')
  const code = await codeTo(app, email)
  await typeCode(forgetful, code)
  await forgetful.waitForURL(`**/reset_password?passCode=${code}`)
  await forgetful.getByLabel(t('field.newPassword'), { exact: true }).fill(OTHER_PASSWORD)
  await forgetful.getByLabel(t('field.confirmPassword'), { exact: true }).fill(OTHER_PASSWORD)
  await forgetful.getByRole('button', { name: t('settings.save') }).click()
  await forgetful.waitForURL(`${app.origin}/`)
  await forgetful.getByText(t('resetPassword.loggedIn')).waitFor()
  expect(await stored(forgetful, 'EmailAddress')).toEqual({ session: null, local: null })
  expect((await stored(forgetful, 'AccessToken')).local).not.toBeNull()
  const { page } = await visit()
  await logIn(page, email)
  await page.getByText(t('error.login')).waitFor()
  await logIn(page, email, { password: OTHER_PASSWORD })
  await page.waitForURL(`${app.origin}/`)

  const address = newEmail()
  await page.goto('/account_settings')
  await page
    .locator('main')
    .getByRole('link', { name: t('settings.email') })
    .click()
  await page.waitForURL('**/email')
  await page.getByLabel(t('passwordSetting.current'), { exact: true }).fill(OTHER_PASSWORD)
  await page.getByLabel(t('emailSetting.new')).fill(address)
  await page.getByRole('button', { name: t('emailSetting.submit') }).click()
  await page.waitForURL('**/account_settings')
  const notice = () => page.locator('.page-notice').textContent()
  await expect.poll(notice).toBe(t('notice.emailSent', { email: address }))
  const [mail] = await mailsTo(app, address, 1)
  const link = /https?:\S+\/email\/confirm\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  await page.goto(link)
  await expect.poll(() => page.url()).toBe(`${app.origin}/email/confirm`)
  await page.locator('.lead').getByText(address).waitFor()
  await page.getByRole('button', { name: t('emailConfirm.submit') }).click()
  await page.waitForURL('**/account_settings')
  await expect.poll(notice).toBe(t('notice.emailChanged', { email: address }))
  await expect.poll(() => page.locator('[data-value="email"]').textContent()).toBe(address)
  await page.goto(link)
  await page.getByRole('button', { name: t('emailConfirm.submit') }).click()
  await page.getByText(t('emailConfirm.dead')).waitFor()
  await page.getByRole('link', { name: t('emailConfirm.again') }).click()
  await page.waitForURL('**/email')
})

test('a form’s script that failed is loaded again; what is typed and pressed before it has come is sent', async ({
  visit,
}) => {
  const { page: failing } = await visit({ allows: /ERR_FAILED/ })
  await failing.route(/\/_astro\/Login\.[^?]*$/, (route) => route.abort())
  await failing.route('**/_astro/language-switch.*', () => {})
  await failing.goto('/login?next=/profile')
  await failing.getByRole('button', { name: t('login.submit'), exact: true }).click()
  await failing.getByText(t('error.email.empty')).waitFor()
  // While the script of the switch hangs, the address switches.
  await failing.locator('a[data-language=en]:visible').click()
  await failing.waitForURL(
    ({ search, pathname }) => search === '?next=/profile' && pathname.startsWith('/en/'),
  )

  const { page } = await visit()
  const email = await activated(app)
  const holdScript = (name: string) => hold(page, `**/_astro/${name}.*.js`)
  const releaseSignup = await holdScript('Signup')
  await page.goto('/signup', { waitUntil: 'commit' })
  await page.getByLabel(t('field.email')).fill(newEmail())
  await page.getByLabel(t('field.password'), { exact: true }).fill(PASSWORD)
  const terms = page.getByLabel(t('signup.terms'))
  await terms.check()
  // The tick.
  expect(await terms.evaluate((box) => getComputedStyle(box, '::after').content)).toBe('""')
  await page.getByRole('button', { name: t('signup.submit'), exact: true }).click()
  releaseSignup()
  await codeSent(page)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })

  const releaseLogin = await holdScript('Login')
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel(t('field.email')).fill(email)
  await page.getByLabel(t('field.password'), { exact: true }).fill(PASSWORD)
  await page.getByLabel(t('login.keep')).uncheck()
  const submit = page.getByRole('button', { name: t('login.submit'), exact: true })
  await submit.click()
  expect(await submit.getAttribute('aria-busy')).toBe('true')
  expect(new URL(page.url()).search).toBe('')
  releaseLogin()
  await page.waitForURL(`${app.origin}/`)
  expect((await stored(page, 'AccessToken')).local).toBeNull()

  // A setting that the person has not seen is not sent; the server's is shown, not this browser's.
  await app.sql`UPDATE user SET birth_year = 1991 WHERE email_key = ${email}`.run()
  const releaseSetting = await holdScript('BirthYearSetting')
  const saves: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') saves.push(request.url())
  })
  await page.goto('/year_of_birth', { waitUntil: 'commit' })
  const save = page.getByRole('button', { name: t('settings.save') })
  await save.evaluate((button: HTMLButtonElement) => button.click())
  releaseSetting()
  await expect.poll(() => page.locator('main select').inputValue()).toBe('1991')
  expect(saves).toEqual([])
  expect(new URL(page.url()).pathname).toBe('/year_of_birth')
  await save.click()
  await page.waitForURL('**/account_settings')
  expect(saves).toHaveLength(1)
})
