/** The server's time decides when a day ends, whatever the clock of the device says. */

/** Smaller differences are delays of the network. */
const MIN_OFFSET_MS = 2_000

/** Milliseconds by which the server's clock is ahead of the device's. */
let offset = 0

/** The server's time in epoch milliseconds, as far as the page knows it. */
export function serverNow(): number {
  return Date.now() + offset
}

/**
 * Takes over the server's time from the `clock` entry of a `Server-Timing` header.
 * @param receivedAt epoch milliseconds by the device's clock
 */
function setServerTime(epochMs: number, receivedAt = Date.now()): void {
  const found = epochMs - receivedAt
  if (epochMs && Math.abs(found - offset) >= MIN_OFFSET_MS) offset = found
}

/** Takes over the time that a response names. */
export function readServerTime({ headers }: Response): void {
  const [, time] = /clock;desc="(\d+)"/.exec(headers.get('Server-Timing') ?? '') ?? []
  setServerTime(Number(time ?? 0))
}

export const navigationTiming = () =>
  performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined

/** Whether the page was fetched before it was asked for, so that its headers are some minutes old. */
export const isPrefetched = (): boolean =>
  (navigationTiming() as { deliveryType?: string } | undefined)?.deliveryType ===
  'navigational-prefetch'

/** The entry of the page's `Server-Timing` with this name. */
export const serverTiming = (name: string): string | undefined =>
  navigationTiming()?.serverTiming?.find((entry) => entry.name === name)?.description

/** The time that came with the page; a page from the browser's own cache or a prefetch has an old one. */
function readPageTime(): void {
  const page = navigationTiming()
  if (!page || page.type === 'back_forward' || isPrefetched()) return
  setServerTime(Number(serverTiming('clock') ?? 0), performance.timeOrigin + page.responseStart)
}

if (typeof document === 'object') readPageTime()
