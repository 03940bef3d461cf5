import type { Language } from './language.ts'

/** A page's path with its language. */
export const localizedPath = (language: Language, path: string): string =>
  `/${language}${path === '/' ? '' : path}`
