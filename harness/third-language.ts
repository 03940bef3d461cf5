import { readFileSync } from 'node:fs'
import { inProject } from './local/run.ts'

/**
 * A third language, added as CONTRIBUTING.md says: a file of strings, its code in the list, and its name with the
 * import of the file. Everything else is the project as it is; `tests/guards/languages.test.ts` has the files that are
 * no code.
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

/** Every English string in marks. */
const strings = JSON.stringify(
  Object.fromEntries(
    Object.entries(JSON.parse(readFileSync(inProject('locales/en.json'), 'utf8'))).map(
      ([key, text]) => [key, `[${String(text)}]`],
    ),
  ),
)

/** The source of a file with the language in it; `undefined` for files without a change. */
export function sourceWithThirdLanguage(file: string): string | undefined {
  if (file === THIRD_LANGUAGE) return strings
  return edits[file]?.(readFileSync(file, 'utf8'))
}

export const changedFiles = [THIRD_LANGUAGE, ...Object.keys(edits)]
