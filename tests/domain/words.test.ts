import { describe, expect, it } from 'vitest'
import { tryWord, wordsStatement } from '../../scripts/filter-words.ts'

const statement = (...words: string[]) => wordsStatement(words, 'held', 1)

describe('the word list’s command', () => {
  it('shows what a word would have found, in the texts as they were posted', () => {
    const texts = [
      'このお店のプリンはおいしいと、きのう友だちが教えてくれたので、あした食べに行く。',
      'ほんとにﾊﾞｶだと思う。',
      '夏のバカンスは海へ。',
    ]
    expect(tryWord('バカ', texts)).toEqual(['ほんとにﾊﾞｶだと思う。'])
  })

  it('keeps a word as it is, whatever is in it', () => {
    expect(statement('add', "it's")).toContain("VALUES ('it''s', 'held', 1)")
    expect(statement('remove', "a'; DROP TABLE user; --")).toBe(
      "DELETE FROM filter_word WHERE word = 'a''; DROP TABLE user; --'",
    )
  })

  it.each([
    [[]],
    [['add']],
    [['list', 'x']],
    [['add', 'a', 'b']],
    [['empty']],
    [['add', '\u200b']],
  ])('refuses %j', (words) => expect(() => statement(...words)).toThrow(RangeError))

  it('needs to know what a word does', () => {
    expect(() => wordsStatement(['add', 'x'], undefined, 1)).toThrow(RangeError)
  })
})
