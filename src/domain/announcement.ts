import { DAY_MS } from './durations.ts'

/** Characters in one language. */
export const ANNOUNCEMENT_LENGTH = 400
/** How long an announcement is shown, milliseconds. */
export const ANNOUNCEMENT_MS = 30 * DAY_MS
/** Maximum lead of an announcement or a maintenance window. */
export const MAX_AHEAD_MS = 366 * DAY_MS

/** Normalizes for storage: NFC, plain line breaks, trimmed. */
export function cleanAnnouncement(text: string): string {
  return text.normalize('NFC').replace(/\r\n?/g, '\n').trim()
}

export function announcementProblem(
  text: string,
): 'missing' | 'tooLong' | 'characters' | undefined {
  if (text === '') return 'missing'
  if (/[^\P{Cc}\n]/u.test(text)) return 'characters'
  return [...text].length > ANNOUNCEMENT_LENGTH ? 'tooLong' : undefined
}
