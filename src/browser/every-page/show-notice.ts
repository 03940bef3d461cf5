import { publicPath } from '../../domain/public-path.ts'
import { t } from '../../i18n/translate.ts'
import { loadMessages } from '../../stores/messages.ts'
import type { PageNotice } from './leave-notice.ts'

const FAILURE = 'page-notice load-failure'

export async function showLeftNotice(): Promise<void> {
  const stored = sessionStorage.getItem('Notice')
  if (!stored) return
  const isOfEnd = stored === 'ended'
  if (isOfEnd) await loadMessages()
  sessionStorage.removeItem('Notice')
  const isLogin = publicPath(location.pathname) === '/login'
  // Above the form it stays: its removal would move the button from under the press.
  if (isOfEnd && isLogin) return showNotice(t('session.ended'), FAILURE, [])
  if (isOfEnd) return showNotice(t('composer.error.session'), FAILURE)
  const { text, setting, focusVisible }: PageNotice = JSON.parse(stored)
  showNotice(text)
  if (setting)
    document.querySelector<HTMLElement>(`[data-setting="${setting}"]`)?.focus({ focusVisible })
}

/** Shows a sentence until the next press, or another event of the window. */
export function showNotice(
  text: string,
  className = 'page-notice',
  ends = ['pointerdown', 'keydown'],
): void {
  const element = document.createElement('p')
  element.className = className
  element.role = 'status'
  document.body.appendChild(element)
  // Screen readers announce changes only: set the text after the insertion.
  requestAnimationFrame(() => (element.textContent = text))
  for (const end of ends) addEventListener(end, () => element.remove(), { once: true })
}
