import { expect, test } from 'vitest'
import { holdsWords, partsByMatch, searchWords } from '../../src/domain/search-text.ts'

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

test.each([
  ['', '雨の日', ['雨の日']],
  ['雨', '雨の日、大雨', ['', '雨', 'の日、大', '雨']],
  ['こーひー 朝', '朝のｺｰﾋｰがすき', ['', '朝', 'の', 'ｺｰﾋｰ', 'がすき']],
  ['がっこう', `今日は${'ガッコウ'.normalize('NFD')}`, ['今日は', 'ガッコウ'.normalize('NFD')]],
  ['12', '№123', ['№', '12', '3']],
  ['ana', 'banana', ['b', 'anana']],
  ['成', '㍻の日', ['', '㍻', 'の日']],
])('what a search for %s found in %s', (search, text, parts) => {
  expect(partsByMatch(text, search)).toEqual(parts)
})
