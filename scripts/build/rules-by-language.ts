import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { languages } from '../../src/domain/language.ts'

const FILE = fileURLToPath(new URL('../../src/styles/by-language.css', import.meta.url))

/** Repeats rules with `__LANGUAGE__` for every language, because selectors cannot compare attributes. */
const repeatedRules = (rules: string): string =>
  languages.map((language) => rules.replaceAll('__LANGUAGE__', language)).join('\n')

export function rulesByLanguage() {
  return {
    name: 'rules-by-language',
    enforce: 'pre' as const,
    transform: {
      filter: { id: /\/question\.css$/ },
      handler(this: { addWatchFile: (file: string) => void }, styles: string) {
        this.addWatchFile(FILE)
        return `${styles}\n${repeatedRules(readFileSync(FILE, 'utf8'))}`
      },
    },
  }
}
