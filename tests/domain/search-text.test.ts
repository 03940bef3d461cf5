import { expect, test } from 'vitest'
import { holdsWords, searchWords } from '../../src/domain/search-text.ts'

const finds = (search: string, text: string) => holdsWords(text, searchWords(search))

test.each([
  ['コーヒー', '朝のｺｰﾋｰがすき'],
  ['こーひー', '朝のコーヒーがすき'],
  ['ＡＢＣ', 'the abc of it'],
  ['Été', 'un ÉTÉ chaud'],
  ['雨 傘', '傘をわすれた、雨の日'],
  ['雨　傘', '傘をわすれた、雨の日'],
  ['がっこう', 'ガッコウ'.normalize('NFD')],
  ['１２３', '№123'],
  ['ヴァイオリン', 'ゔぁいおりん'],
])('searching in what people wrote: %s is found in %s', (search, text) => {
  expect(finds(search, text)).toBe(true)
})
