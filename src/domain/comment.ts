import { hasHalfCharacter, showsNothing } from './visible-text.ts'

/** Rules of a comment's text (`docs/product.md#comment-text`). */

/** Longest text, in Unicode code points after NFC. */
export const COMMENT_LENGTH = 140

/** Everything in Unicode's control category but the newline. */
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/gu

/** Code points after NFC. */
export function commentLength(text: string): number {
  return [...text.normalize('NFC')].length
}

/** The number that the counter shows and the server checks: the length of the text as it is stored. */
export function storedLength(text: string): number {
  return commentLength(normalizeComment(text))
}

/** The text cut so that `commentLength` is at most the limit; never inside a code point. */
export function cutComment(text: string, limit = COMMENT_LENGTH): string {
  const points = [...text.normalize('NFC')]
  return points.length <= limit ? text : points.slice(0, limit).join('')
}

/** The text as it is stored: newlines unified, NFC, trimmed. */
export function normalizeComment(text: string): string {
  return text.replace(/\r\n?/g, '\n').normalize('NFC').trim()
}

type CommentProblem = 'empty' | 'tooLong' | 'controlCharacter'

/** The problem with an already normalized text, or `undefined`. A text that shows nothing counts as empty. */
export function commentProblem(normalized: string): CommentProblem | undefined {
  if (showsNothing(normalized)) return 'empty'
  if (commentLength(normalized) > COMMENT_LENGTH) return 'tooLong'
  if (normalized.search(CONTROL) >= 0 || hasHalfCharacter(normalized)) return 'controlCharacter'
  return undefined
}

/** A text as a person may paste it, without control characters: a tab is a space, an old line break a newline. */
export function withoutControls(text: string): string {
  return text
    .replaceAll('\t', ' ')
    .replace(/[\v\f\u0085]/g, '\n')
    .replace(CONTROL, '')
}

/** Grapheme clusters; a cut never divides one. Made with the first cut: it takes milliseconds, which a start should not. */
let graphemes: Intl.Segmenter | undefined

/** The first whole characters of a text, however long it is. */
function firstGraphemes(text: string, count: number): string[] {
  const first: string[] = []
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  for (const { segment } of graphemes.segment(text)) {
    if (first.length === count) break
    first.push(segment)
  }
  return first
}

/**
 * Returns what the field holds after an input: control characters are replaced, and a text over the limit is cut
 * before the caret, where the input was inserted, so that the text after the caret stays.
 * @returns the text, the new caret (UTF-16 units) and whether anything was cut
 */
export function fitComment(value: string, caretBefore: number) {
  const inserted = withoutControls(value.slice(0, caretBefore))
  const after = withoutControls(value.slice(caretBefore))
  const text = inserted + after
  if (storedLength(text) <= COMMENT_LENGTH) return { text, caret: inserted.length, isCut: false }
  const before = firstGraphemes(inserted.trimStart(), COMMENT_LENGTH)
  while (before.length > 0 && storedLength(before.join('') + after) > COMMENT_LENGTH) before.pop()
  const fitting = before.join('')
  const whole = fitting + after
  const fitted = storedLength(whole) <= COMMENT_LENGTH ? whole : cutComment(whole)
  return { text: fitted, caret: Math.min(fitting.length, fitted.length), isCut: true }
}
