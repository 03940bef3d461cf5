import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import en from '../../locales/en.json' with { type: 'json' }
import ja from '../../locales/ja.json' with { type: 'json' }
import { inProject, root } from '../../harness/local/run.ts'
import type { Language } from '../../src/domain/language.ts'

interface Avoided {
  word: RegExp
  except: string[]
}

interface Text {
  /** Locale key, question id or path. */
  at: string
  language: Language
  text: string
}

const guide = readFileSync(inProject('docs/voice.md'), 'utf8')
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

const codes = (cell = '') => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code)

function avoided(section: string): Record<Language, Avoided[]> {
  const [, rest = ''] = guide.split(`\n## ${section}\n`)
  const rows = (rest.split('\n## ')[0] ?? '').match(/^\|.*\|$/gm) ?? []
  const avoidedWords: Record<Language, Avoided[]> = { ja: [], en: [] }
  for (const row of rows) {
    const [, , , words, exceptions] = row.replaceAll('\\|', '\0').split('|')
    const except = codes(exceptions)
    for (const word of codes(words).map((code) => code.replaceAll('\0', '|'))) {
      if (JAPANESE.test(word)) avoidedWords.ja.push({ word: new RegExp(word, 'u'), except })
      else avoidedWords.en.push({ word: new RegExp(wholeWords(word), 'iu'), except })
    }
  }
  return avoidedWords
}

/** Word boundaries at ends that are letters. */
const wholeWords = (word: string) =>
  `${/^[\w(]/.test(word) ? '(?<![\\w-])' : ''}(?:${word})${/[\w)?*]$/.test(word) ? '(?![\\w-])' : ''}`

function returned(section: string, texts: Text[]): string[] {
  const words = avoided(section)
  return texts.flatMap(({ at, language, text }) =>
    words[language]
      .filter(({ word, except }) => word.test(text) && !except.includes(at))
      .map(({ word }) => `${language} ${at}: ${word.exec(text)?.[0]}`),
  )
}

const sentences: Text[] = (['ja', 'en'] as const).flatMap((language) =>
  Object.entries(language === 'ja' ? ja : en).map(([at, text]) => ({ at, language, text })),
)

/** Texts of the built-in questions; the script of the letters gives the language. */
const questions: Text[] = globSync('questions/pack/*.json', { cwd: root }).flatMap((path) =>
  stringsOf(JSON.parse(readFileSync(inProject(path), 'utf8'))).map((text) => ({
    at: path,
    language: JAPANESE.test(text) ? 'ja' : 'en',
    text,
  })),
)

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(stringsOf) : []
}

const documents: Text[] = globSync('locales/*/*.md', { cwd: root }).map((at) => ({
  at,
  language: at.includes('/ja/') ? 'ja' : 'en',
  text: readFileSync(inProject(at), 'utf8'),
}))

it('no avoided word of docs/voice.md is in a sentence of the interface or a mail', () => {
  expect(returned('Terms in Japanese', sentences)).toEqual([])
  expect(returned('Terms in English', sentences)).toEqual([])
})

it('no avoided word of docs/voice.md is in a Japanese legal page', () => {
  expect(documents.length).toBeGreaterThan(10)
  expect(returned('Terms in Japanese', documents)).toEqual([])
})

it('no avoided word of docs/voice.md is in a sentence, a question or a legal page, by its spelling', () => {
  const all = [...sentences, ...questions, ...documents]
  expect(returned('Spelling in every text', all)).toEqual([])
})

it('numbers are followed by no English plural where they can be one', () => {
  const isNeverOne = /^(alarm|mail)\.|\.too(Long|Many)$|^desk\.daysOption$/
  const plural = /\{\w+\} (?:people|[a-z]{3,}s)\b/
  const plurals = sentences.filter(
    ({ at, language, text }) => language === 'en' && plural.test(text) && !isNeverOne.test(at),
  )
  expect(plurals).toEqual([])
})

it('punctuation ends every text of several sentences', () => {
  const open = sentences.filter(({ language, text }) =>
    language === 'ja' ? /。.*[^。？）]$/u.test(text) : /\. .*[^.?:]$/u.test(text),
  )
  expect(open).toEqual([])
})

it('punctuation names the brand first in the subject of every Japanese mail, and somewhere in the English', () => {
  const subjects = sentences.filter(({ at }) => /^mail\.\w+\.subject$/.test(at))
  expect(subjects.length).toBeGreaterThan(10)
  const bare = subjects.filter(({ language, text }) =>
    language === 'ja' ? !text.startsWith('【一問】') : !text.includes('Ichimon'),
  )
  expect(bare).toEqual([])
})
