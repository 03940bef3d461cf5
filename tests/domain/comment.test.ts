import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  COMMENT_LENGTH,
  commentLength,
  commentProblem,
  normalizeComment,
} from '../../src/domain/comment.ts'

/** Letters, emoji, combining marks, control characters and lone surrogates. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 })
    .map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.constantFrom('\u304b\u3099', 'e\u0301', '👩‍👧', '\r\n', '\u3000', '行'), {
      maxLength: 90,
    })
    .map((parts) => parts.join('')),
)

test.each([
  ['', 0],
  ['abc', 3],
  ['一問', 2],
  ['🙂', 1],
  ['👩‍👧', 3],
  ['か\u3099', 1],
  ['e\u0301', 1],
])("the length of a comment is for '%s' %d code points after NFC", (text, length) => {
  expect(commentLength(text)).toBe(length)
})

test('the length of a comment is the same for both spellings of a text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(commentLength(text.normalize('NFD'))).toBe(commentLength(text.normalize('NFC')))
    }),
  )
})

test.each([
  ['line breaks', `a${'\n'.repeat(130)}b`, 'a\n\nb'],
  ['lines without a glyph', 'a\n \n\u200b\n\u3000\u2800\r\nb', 'a\n\nb'],
  ['a blank line', 'a\n\nb', 'a\n\nb'],
  ['stacked marks', `Z${'\u0336'.repeat(20)}!`, `Z${'\u0336'.repeat(6)}!`],
  [
    'marks around joiners',
    `Z${`${'\u0336'.repeat(6)}\u200d`.repeat(9)}!`,
    `Z${'\u0336'.repeat(6)}${'\u200d'.repeat(9)}!`,
  ],
  [
    'marks between many joiners, in linear time',
    `a${`\ufe0f${'\u200d'.repeat(9_000)}`.repeat(7)}`,
    `a${`\ufe0f${'\u200d'.repeat(9_000)}`.repeat(6)}${'\u200d'.repeat(9_000)}`,
  ],
  ['separators of lines', `a${'\u2028'.repeat(60)}${'\u2029'.repeat(60)}b`, 'a\n\nb'],
  ['the marks of a script', 'ที่ ปี่ שִׁ֑ क्षि', 'ที่ ปี่ שִׁ֑ क्षि'],
])('a comment with %s', (_, text, stored) => {
  expect(normalizeComment(text)).toBe(stored.normalize('NFC'))
})

const isBlank = /^[\s\p{Default_Ignorable_Code_Point}\u0085\ufff9-\ufffb\u2800]$/u
const showsSomething = (text: string) => [...text].some((point) => !isBlank.test(point))

describe('a stored comment', () => {
  test('is normalized: normalizing it again changes nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = normalizeComment(text)
        expect(normalizeComment(once)).toBe(once)
        expect(once).toBe(once.trim())
        expect(once).not.toContain('\r')
      }),
    )
  })

  test('has 1 to 140 code points and no control character but the newline, and is well-formed, if no rule refuses it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const normal = normalizeComment(text)
        const isAllowed =
          showsSomething(normal) &&
          [...normal].length <= COMMENT_LENGTH &&
          !/[^\P{Cc}\n]/u.test(normal) &&
          normal.isWellFormed()
        expect(commentProblem(normal) === undefined).toBe(isAllowed)
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['', 'empty'],
    [' \n\u3000', 'empty'],
    ['\u200b', 'empty'],
    ['\u202e\u2066 \u200d\ufeff', 'empty'],
    ['\u3164\u115f\u2800\u00ad', 'empty'],
    ['\ufe0f\u{e0020}', 'empty'],
    ['a'.repeat(141), 'tooLong'],
    ['🙂'.repeat(141), 'tooLong'],
    ['a\u0000b', 'characters'],
    ['a\tb', 'characters'],
    ['a\u001bb', 'characters'],
    ['a\u0085b', 'characters'],
    ['a\ud800b', 'characters'],
  ])('%j is refused as %s', (text, problem) => {
    expect(commentProblem(normalizeComment(text))).toBe(problem)
  })

  test.each(['a', '🙂', 'か\u3099'].map((one) => one.repeat(140)))('%j is allowed', (text) => {
    expect(commentProblem(normalizeComment(text))).toBeUndefined()
  })
})
