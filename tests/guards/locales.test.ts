import ts from 'typescript'
import { expect, test } from 'vitest'
import en from '../../locales/en.json' with { type: 'json' }
import ja from '../../locales/ja.json' with { type: 'json' }
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { PASSCODE_LIFETIME_MS } from '../../src/domain/passcode.ts'
import { eachNode } from './sources.ts'

const locales: Record<'ja' | 'en', Record<string, string>> = { ja, en }
const keys = Object.keys(en)

const BRANDS = ['bitwarden', 'dashlane', 'keePassXC', 'onePassword', 'proton', 'samsung', 'windows']
const SAME_IN_BOTH = new Set(
  ['sessions.device.iOS', 'dialog.ok', 'gender.0'].concat(
    BRANDS.map((name) => `passkeys.keychain.${name}`),
  ),
)

const placeholders = (text: string) =>
  Array.from(text.matchAll(/\{(\w+)(?:\|\w+)?\}/g), ([whole]) => whole).sort()
/** The translatable part: no placeholders, addresses, names or Latin words in use in Japanese. */
const words = (text: string) => text.replace(/\{[^}]*\}|https:\S+/g, '').match(/\p{L}{2,}/gu) ?? []
/** Keys of date patterns have no dot (`docs/product.md#languages`); their parts differ between languages. */
const isDatePattern = (key: string) => !key.includes('.')
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** Keys that code composes outside of `t()`; `*` is the inserted part. */
const composedElsewhere = `
  *.title composer.error.* link.* notices.* notices.appeal.* notices.decision.*
  notices.outcome.* otp.*.title`
  .trim()
  .split(/\s+/)

const used = new Set<string>()
const templates = new Set<string>()
const patterns = new Set(composedElsewhere)

const patternOf = ({ head, templateSpans }: ts.TemplateExpression) =>
  [head.text, ...templateSpans.map(({ literal }) => literal.text)].join('*')

eachNode('{src,scripts,harness}/**/*.{ts,tsx,astro}', (node) => {
  if (ts.isStringLiteralLike(node) && node.text in en) used.add(node.text)
  if (ts.isTemplateExpression(node)) templates.add(patternOf(node))
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return
  const [argument] = node.arguments
  if (node.expression.text !== 't' || !argument) return
  if (ts.isTemplateExpression(argument)) patterns.add(patternOf(argument))
})

const isMatch = (pattern: string) => {
  const expression = new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '[^.]+')}$`)
  return (key: string) => expression.test(key)
}

test('the locale files hold the same keys, sorted', () => {
  expect(Object.keys(ja)).toEqual(keys)
  expect([...keys].sort((a, b) => (a < b ? -1 : 1))).toEqual(keys)
})

test('the locale files hold the same placeholders', () => {
  const different = keys.filter(
    (key) =>
      !isDatePattern(key) &&
      String(placeholders(locales.ja[key]!)) !== String(placeholders(locales.en[key]!)),
  )
  expect(different).toEqual([])
})

test('the locale files: date patterns know only the placeholders of dates', () => {
  const DATE_PLACEHOLDER =
    /^\{(?:yyyy|mm|m|dd|d|month|weekday|hours|hh|hours12|minutes|\w+\|\w+)\}$/
  const patterns = keys.filter(isDatePattern)
  expect(patterns).toEqual(
    expect.arrayContaining(['amPmHhMm', 'dd_mm_yyyy', 'theme_date', 'time_left_hh_mm']),
  )
  for (const key of patterns) {
    for (const language of ['ja', 'en'] as const) {
      const names = placeholders(locales[language][key]!)
      expect(names.length, `${language} ${key}`).toBeGreaterThan(0)
      expect(names.filter((placeholder) => !DATE_PLACEHOLDER.test(placeholder))).toEqual([])
    }
  }
})

test('the locale files name the twelve months in order', () => {
  const english = Array.from({ length: 12 }, (_, month) =>
    new Date(Date.UTC(2026, month)).toLocaleString('en', { month: 'long', timeZone: 'UTC' }),
  )
  expect(locales.en['month.names']).toBe(english.join(', '))
  expect(locales.ja['month.names']).toBe(english.map((_, index) => `${index + 1}月`).join('、'))
})

test('the locale files leave no text empty, and no text untranslated', () => {
  const wrong = keys.filter((key) => {
    const [japanese, english] = [locales.ja[key]!, locales.en[key]!]
    if (!japanese.trim() || !english.trim()) return true
    if (SAME_IN_BOTH.has(key) || words(english).length === 0) return false
    return japanese === english || !JAPANESE.test(japanese)
  })
  expect(wrong).toEqual([])
})

test('the locale files name the lifetime of a code', () => {
  const minutes = String(PASSCODE_LIFETIME_MS / MINUTE_MS)
  for (const { 'otp.spam': text } of Object.values(locales)) expect(text).toContain(minutes)
})

test('the locale files: English holds no Japanese', () => {
  const isName = (key: string) => key === 'site.name'
  expect(keys.filter((key) => JAPANESE.test(locales.en[key]!) && !isName(key))).toEqual([])
})

test('the locale files: Japanese holds no half-width punctuation or kana, and no space beside it', () => {
  const wrong = keys.filter((key) =>
    /[ｦ-ﾟ]|[ぁ-んァ-ヶ一-龯][,!?:;](?!\d)|[ぁ-んァ-ヶ一-龯] [ぁ-んァ-ヶ一-龯\w{]|[\w}] [ぁ-んァ-ヶ一-龯]/.test(
      locales.ja[key]!,
    ),
  )
  expect(wrong).toEqual([])
})

test('the sources compose only keys that exist, each with a fixed part', () => {
  const isComposed = (pattern: string) =>
    /^(?=.*\w)[\w.]*\*[\w.]*$/.test(pattern) && keys.some(isMatch(pattern))
  expect([...patterns].filter((pattern) => !isComposed(pattern))).toEqual([])
  expect(composedElsewhere.filter((pattern) => !templates.has(pattern))).toEqual([])
})

test('the sources use every key', () => {
  const composed = [...patterns].map(isMatch)
  const isUsed = (key: string) => used.has(key) || composed.some((matches) => matches(key))
  expect(keys.filter((key) => !isUsed(key))).toEqual([])
})
