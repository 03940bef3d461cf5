import { TOKYO_OFFSET_MS } from '../../src/domain/tokyo-time.ts'
import { CommandError } from './database.ts'

const HAS_ZONE = /(?:Z|[+-]\d\d:\d\d)$/

/**
 * Epoch milliseconds of an ISO 8601 time, in Asia/Tokyo unless it names a zone.
 * @throws CommandError with a sentence for the operator
 */
export function tokyoTime(text: string): number {
  const time = Date.parse(HAS_ZONE.test(text) ? text : `${text}+09:00`)
  if (Number.isNaN(time))
    throw new CommandError(`'${text}' is not a time such as 2026-11-21T02:00.`)
  return time
}

/** A time as the commands print it: in Asia/Tokyo, to the minute. */
export const tokyoMinute = (epochMs: number): string =>
  new Date(epochMs + TOKYO_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')
