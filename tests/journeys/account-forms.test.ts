import { describe, expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { findingsInBothSchemes, sidewaysScrolling } from '../../harness/accessibility.ts'
import { desk, phone } from '../../harness/browser.ts'
import { newEmail, PASSWORD } from '../../harness/credentials.ts'
import { activated, logIn, stored, texts } from '../../harness/steps/account-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await sharedApp()
const test = journey(app, { allows: /^Failed to load resource|ERR_FAILED/ })

describe('what is refused', () => {
  const t = texts.ja

  test('signing up: address, availability, password and terms, one after the other', async ({
    visit,
  }) => {
    const { page } = await visit()
    const taken = await activated(app)
    await page.goto('/signup')
    const email = page.getByLabel(t('field.email'))
    const password = page.getByLabel(t('field.password'), { exact: true })
    const submit = page.getByRole('button', { name: t('signup.submit'), exact: true })
    const refused = async (text: string, field: string) => {
      await submit.click()
      await page.getByText(text).waitFor()
      const focused = page.locator(':focus')
      await expect.poll(() => focused.getAttribute('name')).toBe(field)
      expect(await focused.getAttribute('aria-invalid')).toBe('true')
      const described = (await focused.getAttribute('aria-describedby')) ?? ''
      const said = await Promise.all(
        described.split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()),
      )
      expect(said.join(' ')).toContain(text)
    }
    await refused(t('error.emailEmpty'), 'email')
    expect(await page.getByText(t('error.terms')).isVisible()).toBe(true)
    await email.fill('kenji.example.com')
    await refused(t('error.email'), 'email')
    await email.fill(taken)
    await refused(t('error.emailTaken'), 'email')
    await page.getByRole('link', { name: t('signup.toReset') }).click()
    await page.waitForURL('**/forgot_password')
    await expect.poll(() => email.inputValue()).toBe(taken)
    await page.goto('/signup')
    const fullWidth = (text: string) =>
      text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
    const address = newEmail()
    await email.fill(fullWidth(address))
    await password.fill('passw0rd!')
    await refused(t('error.password'), 'password')
    await password.fill(PASSWORD)
    await refused(t('error.terms'), 'terms')
    await page.getByLabel(t('signup.terms')).check()
    await submit.click()
    await page.waitForURL('**/otp_email')
    expect((await stored(page, 'EmailAddress')).session).toBe(address)
  })

  test('the five rules are ticked while the password is typed', async ({ visit }) => {
    const { page } = await visit()
    await page.goto('/signup')
    const password = page.getByLabel(t('field.password'), { exact: true })
    const met = () =>
      page
        .locator('.password-rules li')
        .evaluateAll((items) =>
          items.map((item) => (item as HTMLElement).dataset['met'] === 'true'),
        )
    const steps: [string, boolean[]][] = [
      ['a', [false, true, false, false, false]],
      ['aB', [false, true, true, false, false]],
      ['aB1', [false, true, true, true, false]],
      ['aB1!', [false, true, true, true, true]],
      ['aB1!aB1!', [true, true, true, true, true]],
      ['aB1!aB1!aB1!aB1!aB1!x', [false, true, true, true, true]],
    ]
    for (const [typed, expected] of steps) {
      await password.fill(typed)
      await expect.poll(met).toEqual(expected)
    }
    const [tick, text] = await page
      .locator('.password-rules [data-met=true]')
      .first()
      .evaluate((rule) => [
        getComputedStyle(rule, '::before').borderBottomColor,
        getComputedStyle(rule).color,
      ])
    expect(tick).toBe(text)
    await password.fill('aB1€')
    await page.getByText(t('password.uncounted', { character: '€' })).waitFor()
  })

  test('logging in: unknown, wrong and unreachable loses nothing; suspended leads to the reasons', async ({
    visit,
  }) => {
    const { page } = await visit()
    const email = await activated(app)
    await logIn(page, t, newEmail())
    await page.getByText(t('error.login')).waitFor()
    await logIn(page, t, email, { password: 'Wr0ng-password' })
    await page.getByText(t('error.login')).waitFor()

    const submit = page.getByRole('button', { name: t('login.submit'), exact: true })
    await page.context().setOffline(true)
    await submit.click()
    await page.getByText(t('error.network')).waitFor()
    expect(await page.getByLabel(t('field.email')).inputValue()).toBe(email)
    await page.context().setOffline(false)

    await app.db
      .prepare(
        "INSERT INTO ban (id, user_id, starts_at) SELECT 'ban-' || id, id, 0 FROM user WHERE email_key = ?",
      )
      .bind(email)
      .run()
    await logIn(page, t, email)
    await page.waitForURL('**/notices')
    await page.getByText(t('ban.text')).waitFor()
    await page.getByText(t('notices.empty')).waitFor()
  })

  test('a username that is too long, taken or written otherwise is not saved', async ({
    visit,
  }) => {
    const { page } = await visit()
    const email = await activated(app)
    const other = await activated(app)
    const taken = await app.db
      .prepare('SELECT username FROM user WHERE email_key = ?')
      .bind(other)
      .first<string>('username')
    await logIn(page, t, email)
    await page.waitForURL(`${app.origin}/`)
    await page.evaluate(() => localStorage.setItem('UserName', 'given-name'))
    await page.goto('/signup_username')
    const name = page.getByLabel(t('field.username'))
    await expect.poll(() => name.inputValue()).toBe('given-name')
    expect(await page.getByText('10/30').isVisible()).toBe(true)
    const save = page.getByRole('button', { name: t('username.save'), exact: true })
    await name.fill('x'.repeat(31))
    await page.getByText('31/30').waitFor()
    await page.getByText(t('error.username.tooLong')).waitFor()
    await save.click()
    await name.fill('山田')
    await page.getByText(t('error.username.characters')).waitFor()
    await name.fill('__')
    await page.getByText(t('error.username.punctuation')).waitFor()
    await name.fill('Admin')
    await page.getByText(t('error.usernameTaken')).waitFor()
    await name.fill(taken ?? '')
    await page.getByText(t('error.usernameTaken')).waitFor()
    await save.click()
    await page.getByText(t('error.usernameTaken')).waitFor()
    const free = 'new-name_ja'
    await name.fill(` ${free} `)
    await page.locator('.field-hint', { hasText: t('username.available') }).waitFor()
    await save.click()
    await page.waitForURL(`${app.origin}/`)
    expect((await stored(page, 'UserName')).local).toBe(free)
    expect((await stored(page, 'UserInfo')).local).toContain(free)
  })
})

describe('forms', () => {
  test('do not look a name up while it is saved, and then taken by oneself', async ({
    signedIn,
  }) => {
    const { page } = await signedIn({ language: 'en' })
    await page.goto('/signup_username')
    await networkIsIdle(page)
    await page.clock.install()
    let lookUps = 0
    await page.route('**/user/username/available/**', (route) => {
      lookUps++
      return route.continue()
    })
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/user/username', (route) => released.then(() => route.continue()))
    const name = page.getByLabel(texts.en('field.username'))
    await name.fill('a-swift-name')
    const saving = page.waitForRequest('**/user/username')
    await name.press('Enter')
    await saving
    await page.clock.runFor(5_000)
    release()
    await page.waitForURL(`${app.origin}/`)
    expect(lookUps).toBe(0)
  })

  test('keep what is typed and pressed before their script has come', async ({ visit }) => {
    const { page } = await visit({ language: 'en' })
    const email = await activated(app)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/_astro\/Login\./, async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByLabel(texts.en('field.email')).fill(email)
    await page.getByLabel(texts.en('field.password'), { exact: true }).fill(PASSWORD)
    await page.getByLabel(texts.en('login.keep')).uncheck()
    const submit = page.getByRole('button', { name: texts.en('login.submit'), exact: true })
    await submit.click()
    expect(await submit.getAttribute('aria-busy')).toBe('true')
    expect(new URL(page.url()).search).toBe('')
    release()
    await page.waitForURL(`${app.origin}/`)
    expect((await stored(page, 'AccessToken')).local).toBeNull()
  })

  test('are sent once, however often the button is pressed', async ({ visit }) => {
    const { page } = await visit({ language: 'en' })
    const email = await activated(app)
    let sent = 0
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/user/login/', async (route) => {
      sent++
      await released
      await route.continue()
    })
    await page.goto('/login')
    await page.getByLabel(texts.en('field.email')).fill(email)
    await page.getByLabel(texts.en('field.password'), { exact: true }).fill(PASSWORD)
    const submit = page.getByRole('button', { name: texts.en('login.submit'), exact: true })
    await submit.click()
    expect(await submit.getAttribute('aria-busy')).toBe('true')
    await submit.click({ force: true })
    await page.keyboard.press('Enter')
    release()
    await page.waitForURL(`${app.origin}/`)
    expect(sent).toBe(1)
  })

  test('hand what was typed over to the other language, but never a password', async ({
    visit,
  }) => {
    const { page } = await visit()
    await page.goto('/signup')
    await page.getByLabel(texts.ja('field.email')).fill('kenji@example.com')
    await page.getByLabel(texts.ja('field.password'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: texts.ja('password.show') }).click()
    await page.getByLabel(texts.ja('signup.terms')).check()
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('heading', { name: texts.en('signup.title') }).waitFor()
    await expect
      .poll(() => page.getByLabel(texts.en('field.email')).inputValue())
      .toBe('kenji@example.com')
    expect(await page.getByLabel(texts.en('field.password'), { exact: true }).inputValue()).toBe('')
    expect(await page.getByLabel(texts.en('signup.terms')).isChecked()).toBe(true)
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(PASSWORD)
  })

  test('name their fields for password managers', async ({ visit }) => {
    const { page } = await visit({ language: 'en' })
    const tokens: Record<string, string[]> = {
      '/login': ['username', 'current-password', ''],
      '/signup': ['username', 'new-password', ''],
      '/forgot_password': ['username'],
    }
    for (const [path, expected] of Object.entries(tokens)) {
      await page.goto(path)
      const found = await page
        .locator('form input')
        .evaluateAll((all) => all.map((input) => (input as HTMLInputElement).autocomplete))
      expect(found, path).toEqual(expected)
    }
  })

  test('are filled and sent by keyboard alone', async ({ visit }) => {
    const { page } = await visit({ language: 'en' })
    const email = await activated(app)
    await page.goto('/login')
    await page
      .getByRole('button', { name: texts.en('login.submit'), exact: true, disabled: false })
      .waitFor()
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement
        return (
          element?.getAttribute('name') ??
          element?.getAttribute('aria-label') ??
          element?.textContent?.trim()
        )
      })
    const order: (string | null | undefined)[] = []
    // The first field has the focus.
    await page.locator('input[name="email"]:focus').waitFor()
    for (let stop = 0; stop < 9; stop++) {
      order.push(await focused())
      if (order.at(-1) === 'email') await page.keyboard.type(email)
      if (order.at(-1) === 'password') await page.keyboard.type(PASSWORD)
      if (order.at(-1) === texts.en('password.show')) {
        await page.keyboard.press('Enter')
        expect(await page.locator('input[name="password"]').getAttribute('type')).toBe('text')
        await page.keyboard.press('Enter')
      }
      if (order.at(-1) === 'keep') await page.keyboard.press('Space')
      if (order.at(-1) === texts.en('login.submit')) break
      await page.keyboard.press('Tab')
    }
    expect(order).toEqual([
      'email',
      'password',
      texts.en('password.show'),
      'keep',
      texts.en('login.submit'),
    ])
    await page.keyboard.press('Enter')
    await page.waitForURL(`${app.origin}/`)
    expect((await stored(page, 'UserInfo')).session).toContain(email)
  })

  test('are not for people who are signed in, in this tab or another, nor reached by Back', async ({
    visit,
  }) => {
    const { page } = await visit({ language: 'en' })
    const email = await activated(app)
    const waiting = await page.context().newPage()
    await waiting.goto(`${app.origin}/login?next=%2Frecent_theme`)
    await logIn(page, texts.en, email)
    await page.waitForURL(`${app.origin}/`)
    await waiting.waitForURL('**/recent_theme')
    await page.goBack()
    await page.waitForURL(`${app.origin}/`)
    for (const path of ['/login', '/signup', '/forgot_password']) {
      await page.goto(path)
      await page.waitForURL(`${app.origin}/`)
    }
  })

  test('do not open a keyboard on a phone', async ({ visit }) => {
    const { page } = await visit({ language: 'en', hasTouch: true, isMobile: true })
    await page.goto('/login')
    await page.locator('form:not([data-waiting])').waitFor()
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })

  test('say why a login is needed to confirm an address', async ({ visit }) => {
    const { page } = await visit({ language: 'en' })
    await page.goto('/login?next=%2Femail%2Fconfirm')
    await page.getByText(texts.en('login.toConfirmEmail')).waitFor()
  })

  test('lead back to the page that asked for the login, on this site only', async ({ visit }) => {
    const email = await activated(app)
    const places: [string, string][] = [
      ['/recent_theme?lessPreviewAt=1', '/recent_theme?lessPreviewAt=1'],
      ['https://elsewhere.example/', '/'],
      ['//elsewhere.example/', '/'],
      ['/\\elsewhere.example', '/'],
      ['javascript:alert(1)', '/'],
    ]
    for (const [next, expected] of places) {
      const { page } = await visit({ language: 'en' })
      await logIn(page, texts.en, email, { path: `/login?${new URLSearchParams({ next })}` })
      await page.waitForURL(app.origin + expected)
    }
  })
})

describe('account screens', () => {
  const screens = [
    '/login',
    '/signup',
    '/otp_email',
    '/signup_username',
    '/forgot_password',
    '/forgot_password/otp_email',
    '/reset_password?passCode=123456',
    '/unlock_code?token=x',
  ]

  test('hold axe’s rules and fit 320 px, ja', async ({ visit }) => {
    const { page } = await visit()
    await page.route('**/user/key/available/**', (route) =>
      route.fulfill({ status: 202, json: { results: [] } }),
    )
    await page.goto('/login')
    await page.evaluate(() => {
      for (const [key, value] of [
        ['EmailAddress', 'kenji@example.com'],
        ['AccessToken', 'x'],
        ['UpdateToken', 'x'],
      ] as const) {
        sessionStorage.setItem(key, value)
      }
    })
    for (const path of screens) {
      await page.setViewportSize({ ...phone, width: 320 })
      await page.goto(path)
      await page.locator('.button[type="submit"]').waitFor()
      expect(await sidewaysScrolling(page), `${path} at 320 px`).toEqual([])
      await page.setViewportSize(desk)
      expect(await findingsInBothSchemes(page), path).toEqual([])
    }
  })
})
