import { t } from '../i18n/translate.ts'
import { endTime } from '../i18n/end-time.ts'
import { loadMessages } from './messages.ts'

/**
 * Shows that the account is suspended, with a link to reasons and appeal, in place of the composer.
 * @param until epoch seconds
 */
export async function showSuspension(until?: number): Promise<void> {
  await loadMessages()
  if (document.querySelector('.suspension-notice')) return
  const notice = document.createElement('p')
  notice.className = 'suspension-notice'
  notice.role = 'alert'
  const text = until ? t('ban.until', endTime(until)) : t('ban.text')
  notice.appendChild(new Text(`${text} `))
  if (!location.pathname.endsWith('/notices')) {
    const link = notice.appendChild(document.createElement('a'))
    link.href = '/notices'
    link.textContent = t('ban.why')
  }
  document.body.insertBefore(notice, document.body.firstChild)
  // As after the day, typed text stays without the button.
  document.documentElement.dataset['ended'] = ''
}
