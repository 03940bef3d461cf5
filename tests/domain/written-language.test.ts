import { expect, test } from 'vitest'
import { writtenLanguage } from '../../src/domain/written-language.ts'

const pages = ['ja', 'en'] as const

test.each([
  ['おはよう', 'ja'],
  ['今日は happy', 'ja'],
  ['読書', 'ja'],
  ['カフェ', 'ja'],
  ['ﾃｽﾄ', 'ja'],
  ['a walk', 'en'],
  ['Café 🙂', 'en'],
])('%j is written in %s, on either page', (text, language) => {
  for (const page of pages) expect(writtenLanguage(text, page)).toBe(language)
})

test.each(['100%', '🙂🙂', '', '...ー', 'привет'])('%j is in the language of its page', (text) => {
  for (const page of pages) expect(writtenLanguage(text, page)).toBe(page)
})
