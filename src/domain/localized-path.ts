import type { Language } from './language.ts'

/** A page's path with its language: `/en/recent_theme` for `/recent_theme`, `/en` for `/`. `stores/page-path.ts` undoes it. */
export const localizedPath = (language: Language, path: string): string =>
  `/${language}${path === '/' ? '' : path}`
