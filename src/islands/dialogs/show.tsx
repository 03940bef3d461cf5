import { createRoot } from 'react-dom/client'
import type { Messages } from '../../i18n/translate.ts'
import { DialogHost } from './DialogHost.tsx'

/** From now on the page shows each dialog that `$dialog` asks for, with the messages that the page holds. */
export function showDialogs(): void {
  const data = document.getElementById('dialog-messages')
  const messages: Messages = JSON.parse(data?.textContent ?? '{}')
  const container = document.body.appendChild(document.createElement('div'))
  createRoot(container).render(<DialogHost messages={messages} />)
}
