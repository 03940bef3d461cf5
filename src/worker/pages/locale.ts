import { parse } from 'hono/utils/cookie'
import { isLanguage, languageOf, type Language } from '../../domain/language.ts'

/**
 * Page without a locale (`/`, `/recent_theme`) and language of a request: the URL's locale, then the `Language` cookie.
 * Opening a page whose URL names the locale, `isExplicit`, stores its language (`docs/product.md#languages`).
 */
export function localize(pathname: string, cookieHeader: string | null) {
  const [, first, ...rest] = pathname.split('/')
  if (isLanguage(first)) return { path: `/${rest.join('/')}`, language: first, isExplicit: true }
  return { path: pathname, language: cookieLanguage(cookieHeader), isExplicit: false }
}

/** Removes doubled and trailing slashes and `.html`: one URL per page. */
export function normalizePath(pathname: string): string {
  const collapsed = pathname.replace(/\/{2,}/g, '/').replace(/(?:\/index)?\.html$/, '')
  return collapsed.length > 1 ? collapsed.replace(/\/$/, '') : '/'
}

export function cookieLanguage(header: string | null): Language {
  return languageOf(header === null ? undefined : parse(header, 'Language')['Language'])
}
