import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '../../src/domain/language.ts'
import { findingsInBothSchemes } from '../../harness/accessibility.ts'
import { startApp, type App } from '../../harness/app.ts'
import { openBrowser, phone, type Browser } from '../../harness/browser.ts'
import { pagePaths, type PagePath } from '../../harness/page-paths.ts'
import { texts, visit } from '../../harness/steps/account-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

let app: App
let browser: Browser
let paths: PagePath[]

beforeAll(async () => {
  browser = await openBrowser()
  app = await startApp({ demonstration: true })
  paths = await pagePaths(app)
})

afterAll(async () => {
  await browser?.close()
  await app?.stop()
})

const forbidStorage = () => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      configurable: true,
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
}
const removeStorage = () => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, value: null })
}
const isResponse = (problem: string) => problem.startsWith('Failed to load resource')
it('where the browser forbids storage, no page fails, and pages for people say why they are of no use', async () => {
  const { page, problems, close } = await visit(browser, app, 'ja')
  await page.addInitScript(forbidStorage)
  for (const { name, path, isForPeople } of paths) {
    await page.goto(path)
    if (isForPeople) await page.getByText(texts.ja('form.noStorage')).waitFor()
    await networkIsIdle(page)
    expect([name, problems.splice(0).filter((problem) => !isResponse(problem))]).toEqual([name, []])
  }
  await close()
})

describe.each(languages)('where the browser forbids storage, in %s', (language) => {
  const t = texts[language]

  it.each([
    ['throws', forbidStorage],
    ['is null', removeStorage],
  ])('the login says why it is of no use, when storage %s', async (_, remove) => {
    const { page, problems, close } = await visit(browser, app, language, { viewport: phone })
    await page.goto('/login')
    expect(await page.getByText(t('form.noStorage')).isVisible()).toBe(false)
    await page.addInitScript(remove)
    for (const path of ['/login', '/signup', '/forgot_password', '/otp_email']) {
      await page.goto(path)
      await page.getByText(t('form.noStorage')).waitFor()
      expect(await page.locator('.no-storage ~ :visible').count()).toBe(0)
    }
    expect(await findingsInBothSchemes(page)).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  it('a request can be sent', async () => {
    const { page, problems, close } = await visit(browser, app, language)
    await page.addInitScript(forbidStorage)
    await page.goto('/request')
    await networkIsIdle(page)
    expect(await page.getByText(t('form.noStorage')).count()).toBe(0)
    const send = page.locator('form [type="submit"]')
    await send.click()
    await page.locator('[aria-invalid="true"]').first().waitFor()
    expect(problems).toEqual([])
    await close()
  })
})
