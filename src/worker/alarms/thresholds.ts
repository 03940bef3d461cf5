import { MINUTE_MS } from '../../domain/durations.ts'

/**
 * When an alarm is raised, and what its number counts. `docs/operating.md#alarms` repeats the table, and a guard compares
 * the two.
 */
export const thresholds = {
  /** Minutes since the last run of the cron. */
  cronLate: 5,
  /** Minutes that the oldest mail has waited. */
  mailWaiting: 10,
  /** Percent of the requests of a quarter of an hour that failed with 5xx, from ten failures on. */
  serverErrors: 1,
  /** Percent of the 10 GB that D1 holds, of the largest database. */
  databaseFull: 80,
  /** Days from today that have a question or a built-in one left. Fewer raise it. */
  questionsShort: 7,
  /** Hours that a case has waited. */
  casesWaiting: 24,
} as const

export type AlarmName = keyof typeof thresholds

export const alarmNames = Object.keys(thresholds) as AlarmName[]

/** With fewer failures the share is not significant. */
export const MIN_FAILURES = 10
export const SHARE_WINDOW_MS = 15 * MINUTE_MS
/** D1's limit for one database, bytes. */
export const MAX_DATABASE_BYTES = 10_000_000_000
