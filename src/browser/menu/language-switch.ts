import { YEAR_S } from '../../domain/durations.ts'

/** Switches to the link's language in place: the address keeps its query, and the history gets no new entry. */
export function switchLanguage(link: HTMLAnchorElement): void {
  store(link.dataset['language'] ?? '')
  const path = location.pathname.replace(/^\/[a-z]{2}(?=\/|$)/, '') || '/'
  if (path === location.pathname) location.reload()
  else location.replace(path + location.search + location.hash)
}

function store(language: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `Language=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`
  try {
    localStorage.setItem('Language', language)
  } catch {
    // Without storage the cookie is enough.
  }
}
