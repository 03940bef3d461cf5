import { MINUTE_S } from './durations.ts'

/** Polling interval of visible pages. Page loads and refused calls carry the window in between. */
export const MAINTENANCE_POLL_S = 5 * MINUTE_S
