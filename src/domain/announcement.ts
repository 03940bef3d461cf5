import { DAY } from './question-day.ts'

/** Announcements of the operator (`docs/product.md#announcements`). */

/** Characters of an announcement in one language. */
export const ANNOUNCEMENT_LENGTH = 400
/** How long an announcement is shown from its start, milliseconds. */
export const ANNOUNCEMENT_MS = 30 * DAY
/** How far ahead an announcement or a maintenance window can begin, milliseconds. */
export const MAX_NOTICE_MS = 366 * DAY

/** A text as it is stored: composed characters, plain line breaks, no spaces at the ends. */
export function cleanAnnouncement(text: string): string {
  return text.normalize('NFC').replace(/\r\n?/g, '\n').trim()
}

/** What is wrong with a cleaned text; `undefined` for a proper one. */
export function announcementProblem(
  text: string,
): 'missing' | 'tooLong' | 'characters' | undefined {
  if (text === '') return 'missing'
  if (/[^\P{Cc}\n]/u.test(text)) return 'characters'
  return [...text].length > ANNOUNCEMENT_LENGTH ? 'tooLong' : undefined
}
