import { describe, expect } from 'vitest'
import { maskEmail } from '../../src/domain/mask-email.ts'
import { journey, type VisitAs } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { newEmail } from '../../harness/credentials.ts'
import { codeTo, mailsTo } from '../../harness/outbox.ts'
import {
  boxes,
  codeRefused,
  codeSent,
  logIn,
  OTHER_PASSWORD,
  registered,
  activated,
  signUp,
  stored,
  texts,
  typeCode,
  wrongCode,
} from '../../harness/steps/account-steps.ts'

const app = await sharedApp()
const test = journey(app, { allows: / 40[136] / })

describe('by mail', () => {
  const t = texts.ja

  test('signs up, survives a wrong code, gets another one and is signed in', async ({ visit }) => {
    const { page, problems } = await visit()
    const email = newEmail()
    await signUp(page, t, email)
    await page.waitForURL('**/otp_email')
    await expect(page.getByText(maskEmail(email)).first().textContent()).resolves.toBe(
      maskEmail(email),
    )
    const confirm = page.getByRole('button', { name: t('otp.confirm') })
    expect(await confirm.isDisabled()).toBe(true)

    // The sixth digit submits the code.
    const first = await codeTo(app, email)
    await page.locator('input[name="digit"]:focus').first().waitFor()
    await page.keyboard.type(wrongCode(first))
    await codeRefused(page, t)

    await page.getByRole('button', { name: t('otp.resend') }).click()
    const dialog = page.getByRole('dialog', { name: t('dialog.verificationSent.title') })
    await dialog.getByText(maskEmail(email)).waitFor()
    expect(await dialog.getByText(t('dialog.verificationSent.spam')).isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByText(t('otp.failed')).isVisible()).toBe(false)
    expect(await boxes(page)).toEqual(['', '', '', '', '', ''])
    await page.locator('input[name="digit"]').first().and(page.locator(':focus')).waitFor()

    const [mail] = await mailsTo(app, email, 2)
    expect(mail?.subject).toContain(t('mail.activation.subject'))
    await page.keyboard.type(await codeTo(app, email, 2))
    await page.waitForURL('**/signup_username')
    await page.getByText(t('otp.activated')).waitFor()
    await page.getByRole('link', { name: t('username.skip') }).click()
    await page.waitForURL(`${app.origin}/`)
    const { local } = await stored(page, 'UserInfo')
    expect(JSON.parse(local ?? '{}')).toMatchObject({ email, activated: true })
    expect(await stored(page, 'EmailAddress')).toEqual({ session: null, local: null })
    // The refused code, and transitions interrupted by the next step.
    expect(problems.filter((problem) => !/ 406 |ViewTransition/.test(problem))).toEqual([])
    expect(await mailsTo(app, email, 2)).toHaveLength(2)
  })

  test('leads a login before activation to the code screen and then home', async ({ visit }) => {
    const { page } = await visit()
    const email = await registered(app)
    await logIn(page, t, email)
    await page.waitForURL('**/otp_email')
    expect(await stored(page, 'EmailAddress')).toEqual({ session: email, local: null })
    await typeCode(page, await codeTo(app, email))
    await page.waitForURL(`${app.origin}/`)
    await page.getByText(t('otp.activatedLogIn')).waitFor()
    await logIn(page, t, email)
    await page.waitForURL(`${app.origin}/`)
    expect((await stored(page, 'UserInfo')).local).toContain(email)
  })

  test('resets a forgotten password and logs in with it', async ({ visit }) => {
    const { page } = await visit()
    const email = await activated(app)
    await page.goto('/login')
    await page.getByLabel(t('field.email')).fill(email)
    await page.getByRole('link', { name: t('login.forgot') }).click()
    await page.waitForURL('**/forgot_password')
    await expect.poll(() => page.getByLabel(t('field.email')).inputValue()).toBe(email)
    await page.getByRole('button', { name: t('forgotPassword.submit') }).click()
    await page.waitForURL('**/forgot_password/otp_email')
    const code = await codeTo(app, email)
    await typeCode(page, code)
    await page.waitForURL(`**/reset_password?passCode=${code}`)

    const password = page.getByLabel(t('field.newPassword'), { exact: true })
    const confirm = page.getByLabel(t('field.confirmPassword'), { exact: true })
    const save = page.getByRole('button', { name: t('resetPassword.submit') })
    await password.fill('short')
    await save.click()
    await page.getByText(t('error.password')).waitFor()
    await password.fill(OTHER_PASSWORD)
    await confirm.fill(`${OTHER_PASSWORD}x`)
    await save.click()
    await page.getByText(t('error.passwordMismatch')).waitFor()
    await confirm.fill(OTHER_PASSWORD)
    await save.click()
    await page.waitForURL(`${app.origin}/`)
    await page.getByText(t('resetPassword.done')).waitFor()
    expect(await stored(page, 'EmailAddress')).toEqual({ session: null, local: null })

    await logIn(page, t, email)
    await page.getByText(t('error.login')).waitFor()
    await logIn(page, t, email, { password: OTHER_PASSWORD })
    await page.waitForURL(`${app.origin}/`)
  })
})

describe('an address that waits for its code', () => {
  const t = texts.en

  test('keeps its first password, and says so to a second sign-up', async ({ visit }) => {
    const words = texts.ja
    const { page } = await visit()
    const email = newEmail()
    await signUp(page, words, email)
    await codeSent(page, words)
    await page.getByRole('link', { name: words('otp.wrongAddress') }).click()
    await page.waitForURL('**/signup')
    const field = page.getByLabel(words('field.email'))
    await expect.poll(() => field.inputValue()).toBe(email)
    await page.getByLabel(words('field.password'), { exact: true }).fill('short')
    await page.getByRole('button', { name: words('signup.submit'), exact: true }).click()
    await page.getByText(words('signup.pending')).waitFor()
    for (const error of ['error.password', 'error.terms'] as const)
      expect(await page.getByText(words(error)).isVisible()).toBe(true)
    expect(await field.getAttribute('aria-invalid')).toBe('true')

    const form = page.locator('form')
    const toReset = form.getByRole('link', { name: words('signup.toReset') })
    expect(await toReset.getAttribute('href')).toBe('/forgot_password')
    await form.getByRole('link', { name: words('activation.enterCode') }).click()
    await page.waitForURL('**/otp_email')
    await typeCode(page, await codeTo(app, email, 2))
    await page.waitForURL('**/signup_username')
  })

  test('leads back to the code from every page, from the sign-up form and from the address itself', async ({
    visit,
  }) => {
    const { page } = await visit({ language: 'en' })
    const email = newEmail()
    await signUp(page, t, email)
    await codeSent(page, t)
    await page.goBack()
    await signUp(page, t, email)
    await page
      .locator('form')
      .getByRole('link', { name: t('activation.enterCode') })
      .click()
    await codeSent(page, t)

    // Simulates a later return: sessionStorage is gone.
    await page.evaluate(() => sessionStorage.clear())
    for (const path of ['/', '/profile', '/account_settings']) {
      await page.goto(path)
      await page.getByText(t('activation.pending')).first().waitFor()
    }
    await page.getByRole('link', { name: t('activation.enterCode') }).click()
    await page.waitForURL('**/otp_email')
    await page.getByText(maskEmail(email)).waitFor()
    expect(await page.getByText(t('activation.pending')).isVisible()).toBe(false)
    await typeCode(page, await codeTo(app, email, 3))
    await page.waitForURL('**/signup_username')
    expect(await page.getByText(t('activation.pending')).isVisible()).toBe(false)
  })

  test('can be deleted', async ({ visit }) => {
    const { page } = await visit({ language: 'en' })
    const email = newEmail()
    await signUp(page, t, email)
    await page.waitForURL('**/otp_email')
    await codeTo(app, email)
    await page.goto('/delete_account/otp_email')
    await typeCode(page, await codeTo(app, email, 2))
    await page.waitForURL('**/delete_account_proceed?**')
    await page.getByLabel(t('deleteAccount.understood')).check()
    await page.getByRole('button', { name: t('deleteAccount.submit') }).click()
    // A second navigation to the same page would end `waitForURL`.
    await expect.poll(() => page.url()).toBe(`${app.origin}/`)
  })
})

describe('the six boxes', () => {
  const t = texts.en

  async function opened(visit: VisitAs) {
    const someone = await visit({ language: 'en' })
    const email = await registered(app)
    await someone.page.goto('/login')
    await someone.page.evaluate((e) => sessionStorage.setItem('EmailAddress', e), email)
    await someone.page.goto('/otp_email')
    await someone.page.getByRole('button', { name: t('otp.resend') }).waitFor()
    await codeTo(app, email)
    return { ...someone, email }
  }

  test('offer the code from the message and a numeric keyboard', async ({ visit }) => {
    const { page, close } = await opened(visit)
    const first = page.locator('input[name="digit"]').first()
    expect(await first.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await first.getAttribute('inputmode')).toBe('numeric')
    // Autofill on phones enters the whole code into the first box.
    await first.fill('246810')
    expect(await boxes(page)).toEqual(['2', '4', '6', '8', '1', '0'])
    await close()
  })

  test('send one code for one opening, none for a switch of language, and lead to login without an address', async ({
    visit,
  }) => {
    const { page, email, close } = await opened(visit)
    await typeCode(page, '12')
    await page.getByRole('link', { name: '日本語' }).click()
    await page.getByRole('heading', { name: texts.ja('otp.activation.title') }).waitFor()
    await expect.poll(() => boxes(page)).toEqual(['1', '2', '', '', '', ''])
    await page.getByRole('button', { name: texts.ja('otp.resend') }).click()
    expect(await mailsTo(app, email, 2)).toHaveLength(2)

    await page.evaluate(() => sessionStorage.clear())
    await page.goto('/otp_email')
    await page.waitForURL('**/login')
    await close()
  })
})
