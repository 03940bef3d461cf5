import { expect, it } from 'vitest'
import { commentProblem, normalizeComment } from '../../src/domain/comment.ts'
import { postLanguage } from '../../src/domain/post-language.ts'
import { translationPairs } from '../../harness/translation-pairs.ts'
import { chrf } from '../../scripts/chrf.ts'

it('there are 100 pairs of posts, each text once and in its language', () => {
  expect(translationPairs).toHaveLength(100)
  expect(new Set(translationPairs.flat()).size).toBe(200)
  for (const [ja, en] of translationPairs) {
    expect([postLanguage(ja), postLanguage(en)], ja).toEqual(['ja', 'en'])
    for (const text of [ja, en]) {
      expect(commentProblem(text), text).toBeUndefined()
      expect(normalizeComment(text)).toBe(text)
    }
  }
})

it('chrF is 100 for the same text, 0 for another, and counts what is shared', () => {
  expect(chrf('毎朝、窓を開けます。', '毎朝、窓を開けます。')).toBeCloseTo(100)
  expect(chrf('abc', 'xyz')).toBe(0)
  // Runs of one: 3 of 4 and 3 of 3; of two: 2 of 3 and 2 of 2; of three: 1 of 2 and 1 of 1.
  const precision = (3 / 4 + 2 / 3 + 1 / 2) / 3
  expect(chrf('abcd', 'abc')).toBeCloseTo((100 * 5 * precision) / (4 * precision + 1))
  expect(chrf('I open a window.', 'I open the window.')).toBeGreaterThan(50)
})
