import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { createPerson } from '../../harness/people.ts'
import { startPictureDomain } from '../../harness/picture-domain.ts'
import { postAs, todaysQuestion } from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'
import { jpeg } from '../worker/picture-files.ts'

const domain = await startPictureDomain()
const app = await ownApp({ vars: { PICTURE_ORIGIN: domain.origin } })
const test = journey(app, { allows: /^Failed to load resource|ERR_FAILED/ })

const KEY = 'the-picture-of-a-writer.jpg'

beforeAll(async () => {
  domain.serve(app.r2)
  await app.r2.put(KEY, await jpeg(64, 64), { httpMetadata: { contentType: 'image/jpeg' } })
})
afterAll(() => domain.stop())

const widthOf = (page: Page, text: string) =>
  page
    .locator('.comments > li', { hasText: text })
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.naturalWidth)
    .catch(() => 0)

test('a page shows pictures of PICTURE_ORIGIN, in live comments and in its own', async ({
  visit,
}) => {
  const { page } = await visit()
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
})

test.for(['/', '/login'])('%s loads pictures of no other host', async (path, { visit }) => {
  const other = await startPictureDomain()
  other.serve(app.r2)
  const { page, close } = await visit()
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
