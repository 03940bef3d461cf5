import { readFileSync } from 'node:fs'
import { minifySync } from 'vite'
import { COMMENTS_PER_QUESTION } from '../../src/domain/comment-limit.ts'
import { FALLBACK_LANGUAGE, languages } from '../../src/domain/language.ts'
import { LANGUAGE_COOKIE_ATTRIBUTES } from '../../src/domain/language-cookie.ts'
import { TOKYO_TIMEZONE_MINUTES } from '../../src/domain/tokyo-time.ts'

/** Query of imports that return a `.js` file's minified text. */
const QUERY = '?inline-script'

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

/** Minified text of an inline script, exactly as hashed for the content security policy. */
export function inlineScript(file: string): string {
  const { code, errors } = minifySync(file, sourceOf(file), {
    compress: true,
    mangle: true,
  })
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  return code
}

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
