import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytesOf, homeSizes, recordTransfers } from '../../bench/home-sizes.ts'
import { pageRoutes } from '../../src/worker/gateway/page-routes.ts'
import { startApp, type App } from '../app.ts'
import { openBrowser, type Browser } from '../browser.ts'
import { visit } from './account-steps.ts'
import { fillComments, todaysQuestion, visitSignedIn } from './reading-steps.ts'

/** What a page may load, in bytes as they are transferred, compressed and without headers. */
const KB = 1000

let app: App
let browser: Browser
let questionId: string

beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  questionId = (await todaysQuestion(app)).questionId
  await fillComments(app, questionId, 50)
  // The first page of all asks for maintenance windows itself.
  await app.fetch('/')
})

afterAll(async () => {
  await browser?.close()
  await app?.stop()
})

it('the home page loads little for who reads, and little besides React for who writes', async () => {
  const { reader, writer, inlineScripts } = await homeSizes(browser, app.origin)
  expect(bytesOf(reader, 'Document')).toBeLessThanOrEqual(12 * KB)
  expect(bytesOf(reader, 'Script')).toBeLessThanOrEqual(10 * KB)
  expect(bytesOf(reader)).toBeLessThanOrEqual(32 * KB)
  expect(reader.length).toBeLessThanOrEqual(6)
  expect(inlineScripts).toBeLessThanOrEqual(KB)
  expect(bytesOf(reader, 'Script') + bytesOf(writer)).toBeLessThanOrEqual(75 * KB)
})

describe.each(Object.keys(pageRoutes))('%s', (route) => {
  const address = route === '/theme_details' || route === '/add_post' ? '?themeID=' : ''

  it.each(['a guest', 'somebody signed in'])('loads little besides React for %s', async (who) => {
    const isGuest = who === 'a guest'
    const { page, close } = isGuest
      ? await visit(browser, app, 'ja')
      : await visitSignedIn(browser, app, 'ja')
    const taken = await recordTransfers(page)
    await page.goto(route + (address && address + questionId))
    await page.waitForLoadState('networkidle')
    const scripts = taken().filter(({ type, path }) => type === 'Script' && !/\/react\./.test(path))
    expect(scripts.length).toBeGreaterThan(0)
    expect(bytesOf(scripts)).toBeLessThanOrEqual(12 * KB)
    await close()
  })
})
