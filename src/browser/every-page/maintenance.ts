import { navigationTiming, readServerTime } from '../../api/server-clock.ts'
import type { Address } from '../../contract/call-types.ts'
import type { MaintenanceWindow } from '../../domain/maintenance.ts'
import { fill } from '../../i18n/date-patterns.ts'
import { endTime } from '../../i18n/end-time.ts'
import { $dialog, isDialogOpen } from '../../stores/dialog.ts'

/** Epoch seconds; 0 without a window, `undefined` while it is unknown. */
async function currentEnd(): Promise<number | undefined> {
  const response = await fetch('/service/maintenance' satisfies Address).catch(() => undefined)
  if (!response?.ok) return undefined
  readServerTime(response)
  const { results } = await response.json<{ results: MaintenanceWindow[] }>()
  return results[0]?.end ?? 0
}

const SEEN = 'MaintenanceSeen'
/** At the desk, whose people make and end the window, instead of the notice. */
const line = document.querySelector<HTMLElement>('.desk-maintenance')

function showLine(end: number | undefined): boolean {
  if (!line || end === undefined) return false
  line.hidden = end === 0
  line.textContent = fill(line.dataset['text']!, endTime(end))
  return true
}

function markSeen(end: number): boolean {
  const isSeen = sessionStorage.getItem(SEEN) === String(end)
  sessionStorage.setItem(SEEN, String(end))
  return isSeen
}

/**
 * Announces the current maintenance window, where the app is opened or reloaded, or it is new.
 * @param timing `<start>-<end>` in epoch seconds, or `unknown`
 * @returns whether the notice is shown
 */
export async function announceMaintenance(timing = 'unknown'): Promise<boolean> {
  const end = timing === 'unknown' ? await currentEnd() : Number(timing.split('-')[1])
  if (showLine(end) || !end) return false
  const isInternalLink =
    navigationTiming()?.type !== 'reload' && document.referrer.startsWith(`${location.origin}/`)
  if (markSeen(end) && isInternalLink) return false
  $dialog.set({ name: 'maintenance', end })
  return true
}

/** Announces a window that began after the page was opened, once per tab. */
export async function pollMaintenance(): Promise<void> {
  const end = await currentEnd()
  if (showLine(end) || !end || isDialogOpen() || markSeen(end)) return
  $dialog.set({ name: 'maintenance', end })
}
