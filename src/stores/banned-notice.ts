import { loadWords } from './words.ts'

/** Says at the top of the page that the account is suspended, with the way to the reasons and the appeal. */
export async function showBan(): Promise<void> {
  const t = await loadWords()
  if (document.querySelector('.banned-notice')) return
  const notice = document.createElement('p')
  notice.className = 'banned-notice'
  notice.role = 'alert'
  const link = document.createElement('a')
  link.href = '/notices'
  link.textContent = t('ban.why')
  notice.appendChild(new Text(`${t('ban.text')} `))
  notice.appendChild(link)
  document.body.insertBefore(notice, document.body.firstChild)
}
