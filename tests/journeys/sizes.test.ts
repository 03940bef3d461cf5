import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { bytesOf, headersOf, homeSizes, recordTransfers } from '../../harness/home-sizes.ts'
import { mixedPosts, seed } from '../../harness/posts.ts'
import { hold, pageContains } from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

/** Budgets in transferred bytes, compressed, without headers. */
const KB = 1000

const app = await ownApp()
const test = journey(app)

// Realistic texts in both languages: short or repeated ones compress too well.
const posts = mixedPosts()
await seed(app, posts)
await pageContains(app, posts.at(-1)!.user)

test('the home page loads little for who reads, React for who writes, and paints before a person’s chat of 90 KB', async ({
  browser,
  signedIn,
}) => {
  const { reader, writer, inlineScripts } = await homeSizes(browser, app.origin)
  // Compressed by the worker; an edge's Brotli 4 would be 10 % larger.
  expect(bytesOf(reader, 'Document')).toBeLessThanOrEqual(19.65 * KB)
  expect(headersOf(reader, 'Document')).toBeLessThanOrEqual(1.1 * KB)
  // Hashes in file names vary between builds and compress differently by a few bytes.
  expect(bytesOf(reader, 'Script')).toBeLessThanOrEqual(8 * KB)
  expect(bytesOf(reader)).toBeLessThanOrEqual(28 * KB)
  expect(bytesOf(reader) + headersOf(reader)).toBeLessThanOrEqual(30.15 * KB)
  // Page, three scripts, and default avatars.
  expect(reader.length).toBeLessThanOrEqual(5)
  // Marks own, muted and reported posts before the first paint, and holds presses.
  expect(inlineScripts).toBeLessThanOrEqual(1.65 * KB)
  // Includes React, for a guest's first touch; 13 files, which load sooner than 20 of 87.9 KB.
  expect(bytesOf(reader, 'Script') + bytesOf(writer)).toBeLessThanOrEqual(88.74 * KB)

  const { page } = await signedIn()
  const taken = await recordTransfers(page)
  const release = await hold(page, '**/_astro/*.js')
  await page.goto('/', { waitUntil: 'commit' })
  const paints = () => performance.getEntriesByName('first-contentful-paint').length
  await expect.poll(() => page.evaluate(paints)).toBe(1)
  release()
  await page.locator('.chat:not([data-ssr])').waitFor({ state: 'attached' })
  await networkIsIdle(page)
  expect(bytesOf(taken(), 'Script')).toBeLessThanOrEqual(90 * KB)
})
