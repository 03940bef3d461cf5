import { isPrefetched, readServerTime } from '../../api/server-clock.ts'
import type { Address } from '../../contract/call-types.ts'
import type { MaintenanceWindow } from '../../domain/maintenance.ts'

const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]

/** The entry of the page's `Server-Timing` with this name. */
export function serverTiming(name: string): string | undefined {
  return navigation?.serverTiming?.find((entry) => entry.name === name)?.description
}

/** Asks for the end of the current window, epoch seconds. */
export async function currentEnd(): Promise<number | undefined> {
  const response = await fetch('/service/maintenance' satisfies Address).catch(() => undefined)
  if (!response?.ok) return undefined
  readServerTime(response)
  const { results } = await response.json<{ results: MaintenanceWindow[] }>()
  return results[0]?.end
}

/** The end of the maintenance window in which this page was opened, epoch seconds. */
export async function maintenanceEnd(): Promise<number | undefined> {
  // `<start>-<end>` in epoch seconds, `none` or `unknown`.
  const timing = (!isPrefetched(navigation) && serverTiming('maintenance')) || 'unknown'
  if (timing === 'unknown') return currentEnd()
  return Number(timing.split('-')[1]) || undefined
}

const SEEN = 'MaintenanceSeen'

/** Marks the notice of a window as shown in this tab, and returns whether it was already. */
export function markSeen(end: number): boolean {
  const isSeen = sessionStorage.getItem(SEEN) === String(end)
  sessionStorage.setItem(SEEN, String(end))
  return isSeen
}

/**
 * Whether the notice of this window is due: always when the app is opened or reloaded; a link from page to page is
 * no new start.
 */
export function isNoticeDue(end: number): boolean {
  const isStart =
    navigation?.type === 'reload' || !document.referrer.startsWith(`${location.origin}/`)
  const isSeen = markSeen(end)
  return isStart || !isSeen
}
