import { MINUTE_S } from './durations.ts'

/**
 * Interval at which a visible page polls the window. The page carries it at its start, and refused calls carry it in
 * between.
 */
export const MAINTENANCE_POLL_S = 5 * MINUTE_S
