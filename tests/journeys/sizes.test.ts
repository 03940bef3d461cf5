import { beforeAll, expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { dataset } from '../../harness/dataset.ts'
import { bytesOf, headersOf, homeSizes } from '../../harness/home-sizes.ts'
import { seed } from '../../harness/seed.ts'
import { pageContains } from '../../harness/steps/reading-steps.ts'

/** Budgets in transferred bytes, compressed, without headers. */
const KB = 1000

const app = await ownApp()
const test = journey(app)

beforeAll(async () => {
  // Realistic texts in both languages: short or repeated ones compress too well.
  const data = dataset(Date.now())
  await seed(app, data)
  await pageContains(app, data.comments.at(-1)!.user)
})

test('the home page loads little for who reads, and React for who writes', async ({ browser }) => {
  const { reader, writer, inlineScripts } = await homeSizes(browser, app.origin)
  // Compressed by the worker; an edge's Brotli 4 would be 10 % larger.
  expect(bytesOf(reader, 'Document')).toBeLessThanOrEqual(11.85 * KB)
  expect(headersOf(reader, 'Document')).toBeLessThanOrEqual(1.1 * KB)
  // Hashes in file names vary between builds and compress differently by a few bytes.
  expect(bytesOf(reader, 'Script')).toBeLessThanOrEqual(8 * KB)
  expect(bytesOf(reader)).toBeLessThanOrEqual(28 * KB)
  expect(bytesOf(reader) + headersOf(reader)).toBeLessThanOrEqual(30.1 * KB)
  // Page, styles, three scripts, and default avatars.
  expect(reader.length).toBeLessThanOrEqual(6)
  // Marks own, muted and reported posts before the first paint, and holds presses.
  expect(inlineScripts).toBeLessThanOrEqual(1.65 * KB)
  // Includes React, for a guest's first touch.
  expect(bytesOf(reader, 'Script') + bytesOf(writer)).toBeLessThanOrEqual(88 * KB)
})
