import { endTime } from '../i18n/end-time.ts'
import { loadMessages } from './messages.ts'

/**
 * Says at the top of the page that the account is suspended, with the way to the reasons and the appeal.
 * @param until epoch seconds, where an end is known
 */
export async function showSuspension(until?: number): Promise<void> {
  const t = await loadMessages()
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
}
