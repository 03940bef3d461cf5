import { readFileSync } from 'node:fs'
import { inProject } from './local/run.ts'

/**
 * Adds a third language as CONTRIBUTING.md describes: strings, language code and name. Everything else is unchanged;
 * `tests/guards/languages.test.ts` covers files that are not code.
 */
export const THIRD_LANGUAGE = inProject('locales/eo.json')
const edits: Record<string, (source: string) => string> = {
  [inProject('src/domain/language.ts')]: (source) =>
    replaced(source, `'en'] as const`, `'en', 'eo'] as const`),
  [inProject('src/i18n/server.ts')]: (source) =>
    replaced(
      `import eo from '../../locales/eo.json'\n${source}`,
      `= {\n  ja:`,
      `= {\n  eo: { texts: eo, name: 'Esperanto', tag: 'eo-001' },\n  ja:`,
    ),
}

function replaced(source: string, from: string, to: string): string {
  if (!source.includes(from)) throw new Error(`no ${from} to replace`)
  return source.replace(from, to)
}

const strings = JSON.stringify(
  Object.fromEntries(
    Object.entries(JSON.parse(readFileSync(inProject('locales/en.json'), 'utf8'))).map(
      ([key, text]) => [key, `[${String(text)}]`],
    ),
  ),
)

export function sourceWithThirdLanguage(file: string): string | undefined {
  if (file === THIRD_LANGUAGE) return strings
  return edits[file]?.(readFileSync(file, 'utf8'))
}

export const changedFiles = [THIRD_LANGUAGE, ...Object.keys(edits)]
