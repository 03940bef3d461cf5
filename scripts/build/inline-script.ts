import { readFileSync } from 'node:fs'
import { minifySync } from 'vite'
import { COMMENTS_PER_QUESTION } from '../../src/domain/comment-limit.ts'
import { FALLBACK_LANGUAGE, languages } from '../../src/domain/language.ts'
import { LANGUAGE_COOKIE_ATTRIBUTES } from '../../src/domain/language-cookie.ts'
import { TOKYO_TIMEZONE_MINUTES } from '../../src/domain/tokyo-time.ts'

/** The query of an import that gives a `.js` file's minified text, for inline use. */
const QUERY = '?inline-script'

/** Constants by the names that stand for them in a script outside every bundle. */
const constants = {
  __LANGUAGES__: languages.join('|'),
  __FALLBACK__: FALLBACK_LANGUAGE,
  __COOKIE_ATTRIBUTES__: LANGUAGE_COOKIE_ATTRIBUTES.replaceAll(' ', ''),
  __COMMENTS_PER_QUESTION__: String(COMMENTS_PER_QUESTION),
  __TOKYO_MINUTES_AHEAD__: String(-TOKYO_TIMEZONE_MINUTES),
}

function sourceOf(file: string): string {
  return Object.entries(constants).reduce(
    (source, [name, value]) => source.replaceAll(name, value),
    readFileSync(file, 'utf8'),
  )
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
