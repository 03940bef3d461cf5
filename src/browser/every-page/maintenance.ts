import { navigationTiming, readServerTime } from '../../api/server-clock.ts'
import type { Address } from '../../contract/call-types.ts'
import type { MaintenanceWindow } from '../../domain/maintenance.ts'
import { $dialog, $maintenanceEnd, isDialogOpen } from '../../stores/dialog.ts'

async function currentEnd(): Promise<number | undefined> {
  const response = await fetch('/service/maintenance' satisfies Address).catch(() => undefined)
  if (!response?.ok) return undefined
  readServerTime(response)
  const { results } = await response.json<{ results: MaintenanceWindow[] }>()
  const end = results[0]?.end
  $maintenanceEnd.set(end)
  return end
}

const SEEN = 'MaintenanceSeen'
/** Its people made the window, and end it there: it has a line instead of the dialog. */
const isDesk = location.pathname.startsWith('/operator')

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
  if (!end || isDesk) return false
  const isInternalLink =
    navigationTiming()?.type !== 'reload' && document.referrer.startsWith(`${location.origin}/`)
  if (markSeen(end) && isInternalLink) return false
  $dialog.set({ name: 'maintenance', end })
  return true
}

/** Announces a window that began after the page was opened, once per tab. */
export async function pollMaintenance(): Promise<void> {
  const end = await currentEnd()
  if (!end || isDesk || isDialogOpen() || markSeen(end)) return
  $dialog.set({ name: 'maintenance', end })
}
