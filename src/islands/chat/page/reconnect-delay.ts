/** Longest delay, before its spread; also how often a page without a socket asks. */
const MAX_DELAY_MS = 15_000
const RESTART_SPREAD_MS = 5_000

/**
 * Milliseconds until the next attempt to connect. When a server restarts, all of its readers lose their sockets at the
 * same time, so the first attempt is spread over five seconds; later ones back off exponentially.
 * @param failures attempts in a row that have failed, counting the lost connection: from 1
 * @param random from 0 to 1
 */
export function reconnectDelay(failures: number, random = Math.random()): number {
  if (failures === 1) return 500 + random * RESTART_SPREAD_MS
  return Math.min(MAX_DELAY_MS, 1_000 * 2 ** failures) * (0.75 + random / 2)
}
