import { describe, expect, test } from 'vitest'
import en from '../../locales/en.json' with { type: 'json' }
import { languages, type Language } from '../../src/domain/language.ts'
import { pageRoutes } from '../../src/worker/pages/page-routes.ts'
import { ownApp } from '../../harness/own-app.ts'

const app = await ownApp()
const themeID = await app.todaysQuestionId()

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
/** The English about page has the name in Japanese. */
const WRITTEN = 'is written 一問'
/** Latin words in use in Japanese texts, and names of keychains. */
const LATIN_IN_JAPANESE =
  /\b(?:Ichimon|Google|OK|JavaScript|English|JPEG|PNG|iPhone|jpe?g|png|value|n|example|com|Bitwarden|Mac|Chrome|iCloud|Dashlane|KeePassXC|1Password|Proton|Samsung|Pass|Windows|Hello)\b/gi

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#34': '"',
}
const decode = (text: string) =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)

type Props = Record<string, unknown>

const partsOf = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, part = '']) => part)

const propsIn = (html: string) =>
  partsOf(html, / (?:props|data-messages)="([^"]*)"/g).map(
    (json) => JSON.parse(decode(json)) as Props,
  )

const wordsOf = (props: unknown) =>
  partsOf(JSON.stringify(props ?? {}), /"[\w.]+":(?:\[0,)?"((?:[^"\\]|\\.)*)"/g)

function statementsIn(html: string): [Language, string[]][] {
  return propsIn(html).flatMap(({ statements }) => {
    const [, byLanguage = {}] = (statements ?? []) as [0?, Record<string, unknown>?]
    return languages
      .filter((language) => language in byLanguage)
      .map((language): [Language, string[]] => [language, wordsOf(byLanguage[language])])
  })
}

/** An element with `lang`, whose text may differ from the page's language. */
const DECLARED = /<(p|span)\b[^>]*\slang="(\w+)"[^>]*>([^]*?)<\/\1>/g

function declaredIn(html: string): [Language, string][] {
  return Array.from(html.matchAll(DECLARED), ([, , language, content = '']): [Language, string] => [
    language as Language,
    decode(content.replace(/<[^>]*>/g, ' ')),
  ])
}

/** All text in a page, and texts that its islands may show. */
function texts(html: string): string[] {
  const scripts = partsOf(html, /<script type="application\/json"[^>]*>([^]*?)<\/script>/g)
  const data = scripts.flatMap((json) => Object.values(JSON.parse(json) as Record<string, string>))
  // For people of the other language.
  const props = propsIn(html).flatMap((given) =>
    wordsOf({ ...given, statements: undefined, dialogs: undefined }),
  )
  const marked = html
    .replace(/<(script|style)[^>]*>[^]*?<\/\1>/g, '')
    // Names of languages are written in that language.
    .replace(/<a [^>]*data-language="[^>]*>[^<]*<\/a>/g, '')
    .replace(DECLARED, '')
  const attributes = partsOf(
    marked,
    /(?: (?:aria-label|aria-description|title|placeholder|alt)|<meta name="description" content)="([^"]*)"/g,
  )
  const nodes = marked.replace(/<[^>]*>/g, '\n').split('\n')
  return [...data, ...props, ...attributes, ...nodes].map(decode).filter((text) => text.trim())
}

const english = new Set(Object.values(en).map((text) => text.trim()))

function foreign(found: string[], language: Language): string[] {
  if (language === 'en') return found.filter((text) => JAPANESE.test(text.replace(WRITTEN, '')))
  return found.filter((text) => {
    if (JAPANESE.test(text)) return false
    const words = text.replace(/\{[^}]*\}|\S*[@/]\S*/g, '').replace(LATIN_IN_JAPANESE, '')
    return english.has(text.trim())
      ? /[A-Za-z]{3,}/.test(words)
      : /[A-Za-z]{2,}\s+[A-Za-z]{2,}/.test(words)
  })
}

describe.each(languages)('pages in %s', (language) => {
  test.each([...Object.keys(pageRoutes), '/no_such_page'])(
    '%s holds nothing of the other language',
    async (path) => {
      const query = path === '/theme_details' || path === '/add_post' ? `?themeID=${themeID}` : ''
      const response = await app.fetch(path + query, {
        headers: { Cookie: `Language=${language}` },
      })
      expect(response.status).toBe(path === '/no_such_page' ? 404 : 200)
      expect(response.headers.get('Content-Language')).toBe(language)
      const html = await response.text()
      expect(html).toContain(`<html lang="${language}"`)
      const found = texts(html)
      expect(found.length).toBeGreaterThan(10)
      expect(foreign(found, language)).toEqual([])
      for (const [read, text] of declaredIn(html)) expect(foreign([text], read)).toEqual([])
      for (const [read, statements] of statementsIn(html)) {
        // News has its title alone.
        expect(statements.length).toBeGreaterThan(path.endsWith('/announcements') ? 0 : 10)
        expect(foreign(statements, read)).toEqual([])
      }
    },
  )
})

test('a page is either linked in both languages or kept out of search engines, the built ones by a header', async () => {
  const linked: string[] = []
  for (const [path, route] of Object.entries(pageRoutes)) {
    if (route.kind !== 'built') continue
    const response = await app.fetch(path)
    const isKeptOut = (await response.text()).includes('<meta name="googlebot" content="noindex"')
    const link = response.headers.get('Link')
    expect(isKeptOut, path).toBe(link === null)
    if (link === null) continue
    linked.push(path)
    expect(link).toContain(`<${app.origin}/ja${path}>; rel="canonical"`)
    expect(link).toContain(`<${app.origin}/en${path}>; rel="alternate"; hreflang="en"`)
    expect(link).toContain(`<${app.origin}/ja${path}>; rel="alternate"; hreflang="x-default"`)
  }
  expect(linked).toEqual(['/login', '/signup', '/forgot_password', '/request'])
})
