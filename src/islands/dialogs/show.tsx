import { createRoot } from 'react-dom/client'
import { loadStyles } from '../../browser/dialogs/on-demand-styles.ts'
import { loadMessages } from '../../stores/messages.ts'
import { DialogHost } from './DialogHost.tsx'

/** From now on the page shows each dialog that `$dialog` asks for. Rejects when the dialogs' words cannot be loaded. */
export async function showDialogs(): Promise<void> {
  const [t] = await Promise.all([loadMessages(), loadStyles()])
  const container = document.body.appendChild(document.createElement('div'))
  createRoot(container).render(<DialogHost t={t} />)
}
