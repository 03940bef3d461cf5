import { describe, expect, test } from 'vitest'
import { foldForSearch, holdsWords, searchWords } from '../../src/domain/search-text.ts'

const finds = (search: string, text: string) => holdsWords(text, searchWords(search))

describe('searching in what people wrote', () => {
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
  ])('%s is found in %s', (search, text) => {
    expect(finds(search, text)).toBe(true)
  })

  test('every word must be there', () => {
    expect(finds('雨 雪', '雨の日')).toBe(false)
  })

  test('special characters of search languages are matched literally', () => {
    expect(finds('100%', '100 points')).toBe(false)
    expect(finds('a_b', 'acb')).toBe(false)
    expect(finds('100%', 'it is 100% mine')).toBe(true)
  })

  test('a search of spaces only has no words', () => {
    expect(searchWords(' 　\t')).toEqual([])
  })

  test('folding twice changes nothing more', () => {
    for (const text of ['ﾊﾟﾝ', 'Straße', 'ヵヶヽヾ', '㍿', 'ﬁ'])
      expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text))
  })
})
