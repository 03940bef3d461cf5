import { YEAR_S } from '../../domain/durations.ts'

/**
 * Switches the language in place: the address keeps its query, and the history gets no new entry. Without a script the
 * link's address does it.
 */
export function switchLanguageInPlace(): void {
  document.addEventListener('click', (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey } = event
    const link = target instanceof Element && target.closest<HTMLElement>('a[data-language]')
    if (!link || button !== 0 || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    store(link.dataset['language'] ?? '')
    const path = location.pathname.replace(/^\/[a-z]{2}(?=\/|$)/, '') || '/'
    if (path === location.pathname) location.reload()
    else location.replace(path + location.search + location.hash)
  })
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
