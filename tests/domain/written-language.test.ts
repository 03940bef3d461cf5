import { expect, test } from 'vitest'
import { writtenLanguage } from '../../src/domain/written-language.ts'

test.each([
  ['おはよう', 'ja'],
  ['今日は happy', 'ja'],
  ['読書', 'ja'],
  ['カフェ', 'ja'],
  ['ﾃｽﾄ', 'ja'],
  ['a walk', 'en'],
  ['Café 🙂', 'en'],
  ['100%', undefined],
  ['🙂🙂', undefined],
  ['', undefined],
  ['...ー', undefined],
  ['привет', undefined],
])('%j is written in %s', (text, language) => {
  expect(writtenLanguage(text)).toBe(language)
})
