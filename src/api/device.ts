import { MINUTE_MS } from '../domain/durations.ts'

/**
 * The device headers that only a browser knows (`docs/product.md#device-information`); the worker adds the other three.
 * Offsets are minutes: `TimezoneOffset` is what to add to local time for UTC, `DSTOffset` how far summer time moves the clock.
 */
export function deviceHeaders(): Record<string, string> {
  const now = new Date()
  const offset = now.getTimezoneOffset()
  const [january = 0, july = 0] = [0, 6].map((month) =>
    new Date(now.getFullYear(), month).getTimezoneOffset(),
  )
  return {
    LocalLanguage: navigator.language,
    Resolution: `${screen.width}x${screen.height}`,
    TimezoneOffset: String(offset),
    LocalTime: new Date(+now - offset * MINUTE_MS).toISOString().slice(0, 19),
    DSTOffset: String(Math.abs(january - july)),
  }
}
