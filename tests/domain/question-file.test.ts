import { expect, it } from 'vitest'
import {
  parseQuestionFile,
  readQuestionFile,
  writeQuestionFile,
} from '../../src/api/question-file.ts'
import { poolTextProblem, questionTextProblem } from '../../src/domain/question-pool.ts'
import { normalizeComment } from '../../src/domain/comment.ts'

const JA = '朝いちばんの音は何ですか？'
const EN = 'What is the first sound of your morning?'
const CSV = `ja,en,topic\r\n${JA},${EN},home\r\n`
const rows = [{ line: 2, texts: { ja: JA, en: EN }, topic: 'home' }]
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
/** `朝いちばんの音は何ですか？` */
const SHIFT_JIS = '92a982a282bf82ce82f182cc89b982cd89bd82c582b782a98148'
const EUC_JP = 'c4aba4a4a4c1a4d0a4f3a4ceb2bba4cfb2bfa4c7a4b9a4aba1a9'
const ISO_2022_JP = '1b2442442b2424244124502473244e323b244f323f24472439242b21291b2842'
const inBytes = (ja: string) =>
  Buffer.concat([
    Buffer.from('ja,en,topic\r\n'),
    Buffer.from(ja, 'hex'),
    Buffer.from(`,${EN},home\r\n`),
  ])

it.each([
  ['UTF-8', Buffer.from(CSV)],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${CSV}`)],
  ['Shift_JIS, “CSV” of Excel in Japan', inBytes(SHIFT_JIS)],
  ['UTF-16 with tabs, “Unicode text” of Excel', utf16(`\uFEFF${CSV.replaceAll(',', '\t')}`)],
  ['UTF-16, big-endian', utf16(`\uFEFF${CSV}`, true)],
])('a file of questions is read in %s', (_, bytes) => {
  expect(readQuestionFile(bytes)).toEqual(rows)
})

it.each([
  ['bytes of no encoding', Buffer.from([0x6a, 0x61, 0x2c, 0xff, 0xfd, 0x80, 0x0a])],
  ['a spreadsheet', Buffer.from('PK\u0003\u0004\u0014\0\0\0\u0008\0ja,en')],
  ['EUC-JP', inBytes(EUC_JP)],
  ['ISO-2022-JP', inBytes(ISO_2022_JP)],
  ['UTF-16 without its mark', utf16(CSV)],
  ...['bdf1ccecd4e7c9cf', 'a4b5a4d1a6ada457', 'bec6c4a7c0c720c3'].map((hex): [string, Buffer] => [
    'Chinese or Korean bytes',
    inBytes(hex),
  ]),
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x6a, 0, 0, 0])],
])('a file of questions is refused with the way to save it: %s', (_, bytes) => {
  expect(() => readQuestionFile(bytes)).toThrow('encoding')
})

it.each([
  ['a line of Excel', `sep=;\r\n${CSV.replaceAll(',', ';')}`, 3],
  ['tabs', CSV.replaceAll(',', '\t'), 2],
  ['line ends of old', CSV.replaceAll('\r\n', '\r'), 2],
  ['empty lines', `\n\n${CSV}`, 4],
])('a file of questions is read with %s', (_, text, line) => {
  expect(parseQuestionFile(text)).toEqual([{ ...rows[0], line }])
})

it('a file of questions tells a row without a second field at its own line', () => {
  expect(parseQuestionFile('ja,en,topic\nあ？\nい？,b?\n')).toEqual([
    { line: 2, texts: { ja: 'あ？' } },
    { line: 3, texts: { ja: 'い？', en: 'b?' } },
  ])
  expect(() => parseQuestionFile('ja\ten\ttopic\nあ？\ta?\nい？\tb?\tc\td\n')).toThrow('line 3')
})

it('a file of questions names each column once; columns without a name are none', () => {
  const read = (header: string) => parseQuestionFile(`${header}\nあ？,a?,Home,,\n`)
  expect(read('ja,en,topic,,')).toEqual([
    { line: 2, texts: { ja: 'あ？', en: 'a?' }, topic: 'Home' },
  ])
  for (const twice of ['ja,en,topic, JA,', 'ja,en,topic,date,date'])
    expect(() => read(twice)).toThrow('columns')
})

it('a file of questions runs nothing in a spreadsheet, and comes back as it was', () => {
  const texts = [
    '=HYPERLINK("http://x.example","答え")',
    '+1',
    '-1',
    '@x',
    '＝1+1',
    "'=1",
    "'quoted'",
    '\t=1',
    'あ;=1',
    "あ|'-1",
    ' =1',
    '﹦1',
  ]
  const written = writeQuestionFile(
    texts.map((ja) => ({ poolId: '1', topic: 'Home', texts: { ja, en: EN } })),
  )
  expect(written).not.toMatch(/(?:^|[,;|\n])"?\s*[=+\-@＝﹦]/m)
  const read = parseQuestionFile(written)
  expect(read.map(({ texts: { ja } }) => ja)).toEqual(texts.map((text) => text.trim()))
})

it.each(['???????', '？！', '\uE000の問い', '\u2800'])('no question: %j', (text) => {
  expect(questionTextProblem(text, 'ja')).toBe('characters')
})

it.each(['\uFFFD', '\uFFFF', '\uFDD0', '\u{1FFFE}'])(
  'a damaged text is never stored: %j',
  (character) => {
    const text = `a${character}b`
    expect(questionTextProblem(text, 'en')).toBe('characters')
    expect(normalizeComment(text)).toBe('ab')
  },
)

it.each([
  ['en', 'What does 花 mean to you?', undefined],
  ['en', '何の日？', 'script'],
  ['ja', 'CDで聞く曲は？', undefined],
  ['ja', 'Which day?', 'script'],
  ['ja', '1 + 1 = ?', undefined],
] as const)('a question in %s has its script: %s', (language, text, problem) => {
  expect(poolTextProblem(text, language)).toBe(problem)
})
