import { $dialog } from '../../stores/dialog.ts'
import { SEEN, currentEnd } from './maintenance.ts'

/** Announces a window that began after the page was opened, once per tab and not over another dialog. */
export async function pollMaintenance(): Promise<void> {
  const end = await currentEnd()
  if (!end || $dialog.get() || sessionStorage.getItem(SEEN) === String(end)) return
  sessionStorage.setItem(SEEN, String(end))
  $dialog.set({ name: 'maintenance', end })
}
