import { createRoot } from 'react-dom/client'
import type { Messages } from '../../i18n/translate.ts'
import { DialogHost } from './DialogHost.tsx'

/** From now on the page shows whichever dialog `$dialog` asks for, in the words that stand in it. */
export function showDialogs(): void {
  const data = document.getElementById('dialog-messages')
  const messages: Messages = JSON.parse(data?.textContent ?? '{}')
  const container = document.body.appendChild(document.createElement('div'))
  createRoot(container).render(<DialogHost messages={messages} />)
}
