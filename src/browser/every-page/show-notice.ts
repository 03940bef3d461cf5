import { publicPath } from '../../domain/public-path.ts'
import { t } from '../../i18n/translate.ts'
import { loadMessages } from '../../stores/messages.ts'
import type { PageNotice } from './leave-notice.ts'

const SUCCESS = 'page-notice'
const FAILURE = 'page-notice load-failure'
const SHOWN_MS = 8_000

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

/** Shows a sentence until the next press or another window event. A success notice also disappears after 8 s. */
export function showNotice(
  text: string,
  className = SUCCESS,
  ends = ['pointerdown', 'keydown'],
): void {
  const element = document.createElement('p')
  element.className = className
  element.role = 'status'
  document.body.appendChild(element)
  // Screen readers announce changes only: set the text after the insertion.
  requestAnimationFrame(() => (element.textContent = text))
  const remove = () => element.remove()
  for (const end of ends) addEventListener(end, remove, { once: true })
  if (className === SUCCESS) setTimeout(remove, SHOWN_MS)
}
