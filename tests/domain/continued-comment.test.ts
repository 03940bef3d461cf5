import { expect, it } from 'vitest'
import { isContinued } from '../../src/domain/continued-comment.ts'

const written = { userId: 'one', lastUpdated: 1_000, lang: 'ja' }

it('shares face, name and time with the comment before of the same person and language', () => {
  expect(isContinued({ ...written, lastUpdated: 1_599 }, written)).toBe(true)
  expect(isContinued({ ...written, lastUpdated: 1_600 }, written)).toBe(false)
  expect(isContinued({ ...written, lang: 'en' }, written)).toBe(false)
  expect(isContinued({ ...written, userId: 'two' }, written)).toBe(false)
  expect(isContinued(written, undefined)).toBe(false)
  // Its language is not known yet.
  const sent = { userId: 'one', lastUpdated: 1_010, isPending: true }
  expect(isContinued(sent, written)).toBe(true)
})
