import type { Language } from './language.ts'

/** A page's path with its language, which `stores/page-path.ts` takes off again. */
export const localizedPath = (language: Language, path: string): string =>
  `/${language}${path === '/' ? '' : path}`
