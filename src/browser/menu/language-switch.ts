import { storages } from '../../api/storage.ts'
import { languageCookie } from '../../domain/language-cookie.ts'
import { publicPath } from '../../domain/public-path.ts'

/** Switches the language in place: keeps the query and adds no history entry. */
export function switchLanguage(link: HTMLAnchorElement): void {
  store(link.dataset['language'] ?? '')
  const path = publicPath(location.pathname)
  if (path === location.pathname) location.reload()
  else location.replace(path + location.search + location.hash)
}

function store(language: string): void {
  document.cookie = languageCookie(language, location.protocol === 'https:')
  // Chromium sets it asynchronously, and the next page could be requested without it. Reading waits.
  void document.cookie
  storages()[1]?.setItem('Language', language)
}
