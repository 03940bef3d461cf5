import { beforeAll, expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { dataset } from '../../harness/dataset.ts'
import { bytesOf, headersOf, homeSizes } from '../../harness/home-sizes.ts'
import { seed } from '../../harness/seed.ts'
import { pageContains } from '../../harness/steps/reading-steps.ts'

/** Budget of a page, in bytes as they are transferred, compressed and without headers. */
const KB = 1000

const app = await ownApp()
const test = journey(app)

beforeAll(async () => {
  // Texts of real length and variety, in both languages: short or repeated ones would weigh next to nothing.
  const data = dataset(Date.now())
  await seed(app, data)
  await pageContains(app, data.comments.at(-1)!.user)
})

test('the home page loads little for who reads, and React for who writes', async ({ browser }) => {
  const { reader, writer, inlineScripts } = await homeSizes(browser, app.origin)
  // The worker compresses pages itself; at an edge's Brotli 4 it would be a tenth more.
  expect(bytesOf(reader, 'Document')).toBeLessThanOrEqual(11.85 * KB)
  expect(headersOf(reader, 'Document')).toBeLessThanOrEqual(1.1 * KB)
  // Hashes in the names of files differ between builds and compress to a few bytes more or less.
  expect(bytesOf(reader, 'Script')).toBeLessThanOrEqual(8 * KB)
  expect(bytesOf(reader)).toBeLessThanOrEqual(28 * KB)
  expect(bytesOf(reader) + headersOf(reader)).toBeLessThanOrEqual(30.1 * KB)
  // The page, its styles, three scripts and the faces of people without a picture.
  expect(reader.length).toBeLessThanOrEqual(6)
  // It marks the posts of the reader, of muted people and those reported before the first paint, and holds presses.
  expect(inlineScripts).toBeLessThanOrEqual(1.65 * KB)
  // With React, for a guest's first touch.
  expect(bytesOf(reader, 'Script') + bytesOf(writer)).toBeLessThanOrEqual(88 * KB)
})
