import { languages } from '../src/domain/language.ts'

/** Vite's part: repeats the rules of `by-language.css` for every language, since a selector cannot compare attributes. */
export function rulesByLanguage() {
  return {
    name: 'rules-by-language',
    enforce: 'pre' as const,
    transform: {
      filter: { id: /\/by-language\.css$/ },
      handler: (rules: string) =>
        languages.map((language) => rules.replaceAll('__LANGUAGE__', language)).join('\n'),
    },
  }
}
