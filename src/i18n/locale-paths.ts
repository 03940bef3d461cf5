import { languages } from '../domain/language.ts'

/** `getStaticPaths` of a page that is built once per language. */
export function localePaths() {
  return languages.map((locale) => ({ params: { locale } }))
}
