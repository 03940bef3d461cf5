import { readFileSync } from 'node:fs'
import { minifySync } from 'vite'
import { FALLBACK_LANGUAGE, languages } from '../../src/domain/language.ts'

/** The query of an import that gives a `.js` file's minified text, for inline use. */
const QUERY = '?inline-script'

/** The languages, for a script outside every bundle. */
function sourceOf(file: string): string {
  return readFileSync(file, 'utf8')
    .replaceAll('__LANGUAGES__', languages.join('|'))
    .replaceAll('__FALLBACK__', FALLBACK_LANGUAGE)
}

/** A script's inline text; its hash in the content security policy is of these bytes. */
export function inlineScript(file: string): string {
  const { code, errors } = minifySync(file, sourceOf(file), {
    compress: true,
    mangle: true,
  })
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  return code
}

/** Vite's part: imports with the query. */
export function inlineScripts() {
  return {
    name: 'inline-scripts',
    enforce: 'pre' as const,
    load(id: string) {
      if (!id.endsWith(QUERY)) return undefined
      return `export default ${JSON.stringify(inlineScript(id.slice(0, -QUERY.length)))}`
    },
  }
}
