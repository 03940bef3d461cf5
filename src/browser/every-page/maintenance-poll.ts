import { $dialog } from '../../stores/dialog.ts'
import { currentEnd, markSeen } from './maintenance.ts'

/** Announces a window that began after the page was opened, once per tab and not over another dialog. */
export async function pollMaintenance(): Promise<void> {
  const end = await currentEnd()
  if (!end || $dialog.get() || markSeen(end)) return
  $dialog.set({ name: 'maintenance', end })
}
