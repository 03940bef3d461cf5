import { parse } from 'hono/utils/cookie'
import { isLanguage, languageOf, type Language } from '../../domain/language.ts'

interface LocalizedPath {
  /** The public path, without a locale: `/`, `/recent_theme`. */
  path: string
  language: Language
  /** Set when the URL names the locale: opening such a page stores its language (`docs/product.md#languages`). */
  isExplicit: boolean
}

/** The page and language that a request is for: the URL's locale first, then the cookie `Language`. */
export function localize(pathname: string, cookieHeader: string | null): LocalizedPath {
  const [, first, ...rest] = pathname.split('/')
  if (isLanguage(first)) return { path: `/${rest.join('/')}`, language: first, isExplicit: true }
  return {
    path: pathname,
    language: cookieLanguage(cookieHeader),
    isExplicit: false,
  }
}

/** One spelling per page: no doubled or trailing slashes, no `.html`. */
export function normalizePath(pathname: string): string {
  const collapsed = pathname.replace(/\/{2,}/g, '/').replace(/(?:\/index)?\.html$/, '')
  return collapsed.length > 1 ? collapsed.replace(/\/$/, '') : '/'
}

/** The language of the cookie `Language`, else the first language. */
export function cookieLanguage(header: string | null): Language {
  return languageOf(header === null ? undefined : parse(header, 'Language')['Language'])
}
