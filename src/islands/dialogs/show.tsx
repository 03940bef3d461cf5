import { createRoot } from 'react-dom/client'
import { loadStyles } from '../../browser/dialogs/on-demand-styles.ts'
import { loadMessages } from '../../stores/messages.ts'
import { DialogHost } from './DialogHost.tsx'

/** Mounts the dialog host. Rejects if the words cannot be loaded. */
export async function showDialogs(): Promise<void> {
  await Promise.all([loadMessages(), loadStyles()])
  const container = document.body.appendChild(document.createElement('div'))
  createRoot(container).render(<DialogHost />)
}
