import { BLANK_LINES, DAMAGED, isDamaged, showsNothing } from './visible-text.ts'

/** Unicode code points after NFC (`docs/product.md#comment-text`). */
export const COMMENT_LENGTH = 140

/** Unicode category Cc without the newline. */
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/gu

/** Code points after NFC. */
export function commentLength(text: string): number {
  return [...text.normalize('NFC')].length
}

/** Length of the stored text, for the counter and the server's check. */
export function storedLength(text: string): number {
  return commentLength(normalizeComment(text))
}

/** Cuts to a `commentLength` within the limit, between code points. */
function cutComment(text: string, limit = COMMENT_LENGTH): string {
  const points = [...text.normalize('NFC')]
  return points.length <= limit ? text : points.slice(0, limit).join('')
}

/** Marks on one character; scripts need fewer, more are drawn over the lines around. Joiners between do not help. */
const MARKS =
  /((?:\p{M}[\p{Default_Ignorable_Code_Point}--\p{M}]*){6})([\p{M}\p{Default_Ignorable_Code_Point}]+)/gv
const MARK = /\p{M}/gu

/**
 * Normalizes for storage: newlines unified, NFC, trimmed, without noncharacters and U+FFFD, with at
 * most one blank line in a row and six marks on one character.
 */
export function normalizeComment(text: string): string {
  const whole = text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(DAMAGED, '')
    .normalize('NFC')
  return whole
    .replace(MARKS, (_, kept: string, more: string) => kept + more.replace(MARK, ''))
    .normalize('NFC')
    .replace(BLANK_LINES, '\n\n')
    .trim()
}

type CommentProblem = 'empty' | 'tooLong' | 'characters'

/** Problem of a normalized text; text without visible characters counts as empty. */
export function commentProblem(normalized: string): CommentProblem | undefined {
  if (showsNothing(normalized)) return 'empty'
  if (commentLength(normalized) > COMMENT_LENGTH) return 'tooLong'
  if (normalized.search(CONTROL) >= 0 || isDamaged(normalized)) return 'characters'
  return undefined
}

/** Replaces control characters: a tab by a space, an old line break by a newline. */
export function withoutControls(text: string): string {
  return text
    .replaceAll('\t', ' ')
    .replace(/[\v\f\u0085]/g, '\n')
    .replace(CONTROL, '')
}

/** Created lazily: it takes milliseconds, which must not delay the start. */
let graphemes: Intl.Segmenter | undefined

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
 * Cuts before the caret, so that the text after it stays.
 * @returns the text, the new caret (UTF-16 units) and whether anything was cut
 */
export function fitComment(value: string, caretBefore: number) {
  const inserted = withoutControls(value.slice(0, caretBefore))
  const after = withoutControls(value.slice(caretBefore))
  const text = inserted + after
  if (storedLength(text) <= COMMENT_LENGTH) return { text, caret: inserted.length, isCut: false }
  const counted = inserted.trimStart().replace(BLANK_LINES, '\n\n')
  const before = firstGraphemes(counted, COMMENT_LENGTH)
  while (before.length > 0 && storedLength(before.join('') + after) > COMMENT_LENGTH) before.pop()
  const fitting = before.join('')
  const whole = fitting + after
  const fitted = storedLength(whole) <= COMMENT_LENGTH ? whole : cutComment(whole)
  return { text: fitted, caret: Math.min(fitting.length, fitted.length), isCut: true }
}
