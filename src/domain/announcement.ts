import { DAY_MS } from './durations.ts'

/** Announcements of the operator (`docs/product.md#announcements`). */

/** Characters of an announcement in one language. */
export const ANNOUNCEMENT_LENGTH = 400
/** Time that an announcement is shown from its start, milliseconds. */
export const ANNOUNCEMENT_MS = 30 * DAY_MS
/** Longest time before the start of an announcement or a maintenance window, milliseconds. */
export const MAX_AHEAD_MS = 366 * DAY_MS

/** A text as it is stored: composed characters, plain line breaks, no spaces at the ends. */
export function cleanAnnouncement(text: string): string {
  return text.normalize('NFC').replace(/\r\n?/g, '\n').trim()
}

/** The problem with a cleaned text; `undefined` for a valid one. */
export function announcementProblem(
  text: string,
): 'missing' | 'tooLong' | 'characters' | undefined {
  if (text === '') return 'missing'
  if (/[^\P{Cc}\n]/u.test(text)) return 'characters'
  return [...text].length > ANNOUNCEMENT_LENGTH ? 'tooLong' : undefined
}
