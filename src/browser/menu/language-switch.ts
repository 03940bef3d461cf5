import { keepChoice } from '../../api/storage.ts'
import { languageCookie } from '../../domain/language-cookie.ts'
import { publicPath } from '../../domain/public-path.ts'

/** Switches the language in place: keeps the query and adds no history entry. */
export function switchLanguage(link: HTMLAnchorElement): void {
  const language = link.dataset['language'] ?? ''
  document.cookie = languageCookie(language, location.protocol === 'https:')
  keepChoice('Language', language)
  const path = publicPath(location.pathname)
  if (path === location.pathname) location.reload()
  else location.replace(path + location.search + location.hash)
}
