import { languages } from '../domain/language.ts'

export function localePaths() {
  return languages.map((locale) => ({ params: { locale } }))
}
