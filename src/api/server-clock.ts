/** Server time decides when a day ends, not the device's clock. */

/** Smaller offsets are network latency. */
const MIN_OFFSET_MS = 2_000

/** Server clock minus device clock, milliseconds. */
let offset = 0

/** Estimated server time, epoch milliseconds. */
export function serverNow(): number {
  return Date.now() + offset
}

/**
 * Sets the offset from `clock` of `Server-Timing`.
 * @param receivedAt epoch milliseconds by the device's clock
 */
function setServerTime(epochMs: number, receivedAt = Date.now()): void {
  const newOffset = epochMs - receivedAt
  if (epochMs && Math.abs(newOffset - offset) >= MIN_OFFSET_MS) offset = newOffset
}

export function readServerTime({ headers }: Response): void {
  const [, time] = /clock;desc="(\d+)"/.exec(headers.get('Server-Timing') ?? '') ?? []
  setServerTime(Number(time ?? 0))
}

export const navigationTiming = () =>
  performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined

/** Whether the page was prefetched, so that its headers are minutes old. */
export const isPrefetched = (): boolean =>
  (navigationTiming() as { deliveryType?: string } | undefined)?.deliveryType ===
  'navigational-prefetch'

export const serverTiming = (name: string): string | undefined =>
  navigationTiming()?.serverTiming?.find((entry) => entry.name === name)?.description

/** Reads the page's own server time; cached and prefetched pages have an old one. */
function readPageTime(): void {
  const page = navigationTiming()
  if (!page || page.type === 'back_forward' || isPrefetched()) return
  setServerTime(Number(serverTiming('clock') ?? 0), performance.timeOrigin + page.responseStart)
}

if (typeof document === 'object') readPageTime()
