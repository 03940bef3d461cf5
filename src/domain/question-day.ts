import { DAY_MS } from './durations.ts'
import { TOKYO_OFFSET_MS } from './tokyo-time.ts'

/**
 * A question's day is a calendar day in Asia/Tokyo (`docs/product.md#times-and-ids`). Instants are epoch milliseconds.
 */

export function tokyoDay(epochMs: number): string {
  return new Date(epochMs + TOKYO_OFFSET_MS).toISOString().slice(0, 10)
}

/** Whether a text is a calendar day, `2026-02-28`. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().slice(0, 10) === text
  )
}

/** @throws RangeError when `day` is not a day */
export function tokyoDayStart(day: string): number {
  const utc = Date.parse(`${day}T00:00:00.000Z`)
  if (Number.isNaN(utc)) throw new RangeError(`not a day: ${day}`)
  return utc - TOKYO_OFFSET_MS
}

/** 23:59:59.999 Tokyo time (`docs/product.md#question`). */
export function tokyoDayEnd(epochMs: number): number {
  return tokyoDayStart(tokyoDay(epochMs)) + DAY_MS - 1
}

export function addDays(day: string, count: number): string {
  return tokyoDay(tokyoDayStart(day) + count * DAY_MS)
}

/** 0 scheduled and never public, 1 active, 2 closed (`docs/product.md#question-service`). */
type QuestionStatus = 0 | 1 | 2

/** The clock alone decides the status. */
export function questionStatus(day: string, nowMs: number): QuestionStatus {
  const today = tokyoDay(nowMs)
  if (day === today) return 1
  return day < today ? 2 : 0
}
