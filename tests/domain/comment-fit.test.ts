import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { COMMENT_LENGTH, commentLength, fitComment } from '../../src/domain/comment.ts'

const full = 'あ'.repeat(COMMENT_LENGTH)
const family = '👩‍👩‍👧'

test('a text that has become too long cuts inserted text before the caret, never the text behind it', () => {
  expect(fitComment(`${full}x`, 141)).toEqual({ text: full, caret: 140, isCut: true })
  const typed = `${full.slice(0, 70)}x${full.slice(70)}`
  expect(fitComment(typed, 71)).toEqual({ text: full, caret: 70, isCut: true })
})

test('a text that has become too long keeps what fits of a pasted text', () => {
  const { text, caret } = fitComment(`${'a'.repeat(135)}0123456789z`, 145)
  expect(text).toBe(`${'a'.repeat(135)}0123z`)
  expect(caret).toBe(139)
})

test('a text that has become too long loses nothing that fits for blank lines, which fold', () => {
  const typed = `a${'\n'.repeat(62)}${'b'.repeat(137)}c`
  const text = `a\n\n${'b'.repeat(137)}`
  expect(fitComment(typed, typed.length)).toEqual({ text, caret: 140, isCut: true })
})

test('a text that has become too long gives no place to spaces before it, which are not stored', () => {
  const typed = `          ${'x'.repeat(150)}`
  expect(fitComment(typed, typed.length).text).toBe('x'.repeat(140))
})

test('a text that has become too long has a space for each tab, a newline for each old line break, and no other control character', () => {
  expect(fitComment('a\tb\vc\u0000d', 5)).toEqual({ text: 'a b\ncd', caret: 5, isCut: false })
  expect(fitComment('\u0007x', 1)).toEqual({ text: 'x', caret: 0, isCut: false })
})

test('a text that has become too long is never cut inside of what is seen as one character', () => {
  const { text } = fitComment('a'.repeat(137) + family, 137 + family.length)
  expect(text).toBe('a'.repeat(137))
})

test('a text that has become too long always fits afterwards, and stays untouched where it fits', () => {
  const anyText = fc.string({ unit: 'grapheme', maxLength: 300 })
  fc.assert(
    fc.property(anyText, fc.nat(600), (text, index) => {
      const fitted = fitComment(text, Math.min(index, text.length))
      expect(commentLength(fitted.text)).toBeLessThanOrEqual(COMMENT_LENGTH)
      if (commentLength(text) <= COMMENT_LENGTH) expect(fitted.text).toBe(text)
    }),
  )
})
