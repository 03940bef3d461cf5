import { describe, expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { PASSWORD } from '../../harness/credentials.ts'
import { activated, logIn, stored, texts } from '../../harness/steps/account-steps.ts'

const app = await sharedApp()
const test = journey(app)

describe('forms', () => {
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
})
