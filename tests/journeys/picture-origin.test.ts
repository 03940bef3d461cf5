import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type App } from '../../harness/app.ts'
import { openBrowser, type Browser } from '../../harness/browser.ts'
import { createPerson } from '../../harness/people.ts'
import { startPictureDomain, type PictureDomain } from '../../harness/picture-domain.ts'
import { visit } from '../../harness/steps/account-steps.ts'
import { postAs, todaysQuestion } from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'
import { jpeg } from '../worker/picture-files.ts'

let app: App
let browser: Browser
let domain: PictureDomain
const KEY = 'the-picture-of-a-writer.jpg'

beforeAll(async () => {
  browser = await openBrowser()
  domain = await startPictureDomain()
  app = await startApp({ vars: { PICTURE_ORIGIN: domain.origin } })
  domain.serve(app.r2)
  await app.r2.put(KEY, await jpeg(64, 64), { httpMetadata: { contentType: 'image/jpeg' } })
})
afterAll(async () => {
  await browser?.close()
  await app?.stop()
  await domain?.stop()
})

const widthOf = (page: Page, text: string) =>
  page
    .locator('.comments > li', { hasText: text })
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.naturalWidth)
    .catch(() => 0)

it('a page shows pictures of PICTURE_ORIGIN, in live comments and in its own', async () => {
  const { page, problems, close } = await visit(browser, app, 'ja')
  await page.goto('/')
  await networkIsIdle(page)
  const { questionId } = await todaysQuestion(app)
  await postAs(app, await createPerson(app, { pictureId: KEY }), questionId, 'pictured')
  await expect.poll(() => widthOf(page, 'pictured')).toBe(64)
  await expect
    .poll(async () => (await app.fetch('/')).text())
    .toContain(`src="${domain.origin}/${KEY}"`)
  await page.reload()
  await expect.poll(() => widthOf(page, 'pictured')).toBe(64)
  expect(problems).toEqual([])
  await close()
})

it.each(['/', '/login'])('%s loads pictures of no other host', async (path) => {
  const other = await startPictureDomain()
  other.serve(app.r2)
  const { page, close } = await visit(browser, app, 'ja')
  await page.goto(path)
  const outcome = (origin: string) =>
    page.evaluate(
      (source) =>
        new Promise((resolve) => {
          const image = new Image()
          image.addEventListener('load', () => resolve('loaded'))
          image.addEventListener('error', () => resolve('refused'))
          image.src = source
        }),
      `${origin}/${KEY}`,
    )
  expect(await outcome(domain.origin)).toBe('loaded')
  expect(await outcome(other.origin)).toBe('refused')
  await close()
  await other.stop()
})
