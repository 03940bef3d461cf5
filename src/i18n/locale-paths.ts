import { languages } from '../domain/language.ts'

export function getStaticPaths() {
  return languages.map((locale) => ({ params: { locale } }))
}
