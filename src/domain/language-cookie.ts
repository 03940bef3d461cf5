import { YEAR_S } from './durations.ts'

/** What is set with the cookie `Language`, the choice of a language (`docs/product.md#languages`), besides `Secure`. */
export const LANGUAGE_COOKIE_ATTRIBUTES = `Path=/; Max-Age=${YEAR_S}; SameSite=Lax`

export const languageCookie = (language: string, isSecure: boolean): string =>
  `Language=${language}; ${LANGUAGE_COOKIE_ATTRIBUTES}${isSecure ? '; Secure' : ''}`
