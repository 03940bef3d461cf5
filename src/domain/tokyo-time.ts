import { HOUR_MS } from './durations.ts'

/** Fixed since 1951. Instants are epoch milliseconds. */
export const TOKYO_OFFSET_MS = 9 * HOUR_MS
export const TOKYO_TIMEZONE_MINUTES = -540

/** `2025-11-21T00:00:00.000+09:00` (`docs/product.md#question`) */
export function tokyoIso(epochMs: number): string {
  return `${new Date(epochMs + TOKYO_OFFSET_MS).toISOString().slice(0, -1)}+09:00`
}

/** `weekday` 0 is Sunday, `month` 1 is January. */
export function tokyoParts(epochMs: number) {
  const date = new Date(epochMs + TOKYO_OFFSET_MS)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    hours: date.getUTCHours(),
    minutes: date.getUTCMinutes(),
  }
}
