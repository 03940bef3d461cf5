import { describe, expect, it } from 'vitest'
import { levelLines } from '../../src/browser/share/level-text.ts'
import { uprightLines } from '../../src/browser/share/upright-text.ts'

const upright = (text: string, longest: number) =>
  uprightLines(text, longest, (word) => word.length / 2).map((line) =>
    line.map(({ text }) => text).join(''),
  )
const level = (text: string, longest: number) => levelLines(text, longest, ({ length }) => length)

describe('vertical lines', () => {
  it('are as long as they may be, with a line for each of the text’s own', () => {
    expect(upright('あいうえおか', 4)).toEqual(['あいうえ', 'おか'])
    expect(upright('あい\n\nうえ', 4)).toEqual(['あい', '', 'うえ'])
  })

  it('let a stop or a small kana hang, and end with no opening bracket', () => {
    expect(upright('あいうえ。お', 4)).toEqual(['あいうえ。', 'お'])
    expect(upright('あいうえっと', 4)).toEqual(['あいうえっ', 'と'])
    expect(upright('あいう「え」', 4)).toEqual(['あいう', '「え」'])
  })

  it('set two figures in one square, and longer words and dashes on their side', () => {
    const [line] = uprightLines('25時ーParis👨‍👩‍👧', 20, (word) => word.length / 2)
    expect(line!.map(({ text, length, form }) => [text, length, form])).toEqual([
      ['25', 1, 'upright'],
      ['時', 1, 'upright'],
      ['ー', 1, 'turned'],
      ['Paris', 2.5, 'turned'],
      ['👨‍👩‍👧', 1, 'upright'],
    ])
  })
})

describe('level lines', () => {
  it('break between words, and inside of one that is longer than a line', () => {
    expect(level('one two three', 8)).toEqual(['one two', 'three'])
    expect(level('abcdefghijkl', 5)).toEqual(['abcde', 'fghij', 'kl'])
    expect(level('one\ntwo', 8)).toEqual(['one', 'two'])
  })

  it('begin with no stop and end with no opening bracket', () => {
    expect(level('あいうえ。おか', 4)).toEqual(['あいう', 'え。おか'])
    expect(level('あいう「えお', 4)).toEqual(['あいう', '「えお'])
    const full = 'あ'.repeat(20)
    expect(level(`${full}。おか`, 20)).toEqual([`${full}。`, 'おか'])
  })

  it('stay within the picture whatever is written', () => {
    for (const text of ['え' + 'ー'.repeat(60), '!'.repeat(60), 'Wow' + '…'.repeat(60)])
      for (const line of level(text, 20)) expect(line.length).toBeLessThanOrEqual(22)
  })
})
