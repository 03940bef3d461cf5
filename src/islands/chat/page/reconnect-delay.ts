/** Maximum delay before jitter; also the polling interval without a socket. */
const MAX_DELAY_MS = 15_000
const RESTART_SPREAD_MS = 5_000

/**
 * Milliseconds until the next connection attempt. The first is spread over 5 s, since a server
 * restart disconnects all readers at once; later ones back off exponentially.
 * @param failures consecutive failures, counting the lost connection: from 1
 * @param random from 0 to 1
 */
export function reconnectDelay(failures: number, random = Math.random()): number {
  if (failures === 1) return 500 + random * RESTART_SPREAD_MS
  return Math.min(MAX_DELAY_MS, 1_000 * 2 ** failures) * (0.75 + random / 2)
}
