import { publicPath } from '../../domain/public-path.ts'
import { t } from '../../i18n/translate.ts'
import { loadMessages } from '../../stores/messages.ts'
import type { PageNotice } from './leave-notice.ts'

export async function showLeftNotice(): Promise<void> {
  const stored = sessionStorage.getItem('Notice')
  if (!stored) return
  const isOfEnd = stored === 'ended'
  if (isOfEnd) await loadMessages()
  sessionStorage.removeItem('Notice')
  const isLogin = publicPath(location.pathname) === '/login'
  const ended = isLogin ? 'session.ended' : 'composer.error.session'
  if (isOfEnd) return showNotice(t(ended), 'page-notice load-failure')
  const { text, setting, focusVisible }: PageNotice = JSON.parse(stored)
  showNotice(text)
  if (setting)
    document.querySelector<HTMLElement>(`[data-setting="${setting}"]`)?.focus({ focusVisible })
}

/** Shows a sentence until the next press. */
export function showNotice(text: string, className = 'page-notice'): void {
  const element = document.createElement('p')
  element.className = className
  element.role = 'status'
  document.body.appendChild(element)
  // Screen readers announce changes only: set the text after the insertion.
  requestAnimationFrame(() => (element.textContent = text))
  for (const press of ['pointerdown', 'keydown'])
    addEventListener(press, () => element.remove(), { once: true })
}
