import { YEAR_S } from './durations.ts'

/** Attributes of the `Language` cookie besides `Secure` (`docs/product.md#languages`). */
export const LANGUAGE_COOKIE_ATTRIBUTES = `Path=/; Max-Age=${YEAR_S}; SameSite=Lax`

export const languageCookie = (language: string, isSecure: boolean): string =>
  `Language=${language}; ${LANGUAGE_COOKIE_ATTRIBUTES}${isSecure ? '; Secure' : ''}`
