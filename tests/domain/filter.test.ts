import { expect, it } from 'vitest'
import { HOUR_MS } from '../../src/domain/durations.ts'
import {
  isPlain,
  judgePost,
  repeatKey,
  type FilterSettings,
} from '../../src/domain/filter/judge-post.ts'
import { holdsLink } from '../../src/domain/filter/links.ts'
import { listedWordsIn, prepareWords } from '../../src/domain/filter/word-list.ts'

const list = prepareWords([
  { word: '死ね', outcome: 'refused' },
  { word: 'しね', outcome: 'refused' },
  { word: 'バカ', outcome: 'held' },
  { word: 'カス', outcome: 'held' },
  { word: 'ちんこ', outcome: 'held' },
  { word: '出会い系', outcome: 'held' },
  { word: 'ass', outcome: 'held' },
  { word: 'cunt', outcome: 'refused' },
  { word: 'free money', outcome: 'held' },
])
const found = (text: string) => listedWordsIn(text, list).map(({ word }) => word)

it.each([
  ['お前なんか死ねばいいのに。', '死ね'],
  ['まじで死\u200bね', '死ね'],
  ['ほんとにバカだと思う。', 'バカ'],
  ['ほんとにﾊﾞｶだと思う。', 'バカ'],
  ['ばか。', 'バカ'],
  ['あいつはカスだ。', 'カス'],
  ['出会い系で稼ぐ方法を教えます', '出会い系'],
  ['What an ass he is.', 'ass'],
  ['What an A\u00adS\u2060S he is.', 'ass'],
  ['What an ａｓｓ he is.', 'ass'],
  ['What an аss he is.', 'ass'],
  ['You CUNT!', 'cunt'],
  ['You c\u0336u\u0336n\u0336t\u0336!', 'cunt'],
  ...['@ss', 'a$s', '🅐🅢🅢'].map((text): [string, string] => [`What an ${text}!`, 'ass']),
  ['Get free money now', 'free money'],
  ['Get free\u3000money now', 'free money'],
  ...[
    'cünt',
    'cųnt',
    'cu\u20e3nt',
    'cμnt',
    'ᴄᴜɴᴛ',
    'c_u_n_t',
    'c u n t',
    'cu-nt',
    'cunt123',
    'cunts',
    'cunting',
    'cuuunt',
    'c(unt',
    '🅲🆄🅽🆃',
    '🇨🇺🇳🇹',
    'cսnt',
  ].map((text): [string, string] => [`You ${text}!`, 'cunt']),
  ...[
    'バーカ',
    'バ・カ',
    'ば〜か',
    'バ カ',
    'バカァ',
    'ハ゛カ',
    'おバカ',
    'バカバカ',
    'バカだね',
  ].map((text): [string, string] => [text, 'バカ']),
  ...['死 ね', '死・ね', '死\nね', '死ねー', '死ねよ', '死ねと言われた'].map(
    (text): [string, string] => [text, '死ね'],
  ),
])('the word list finds a word in %j', (text, word) => {
  expect(found(text)).toEqual([word])
})

it.each([
  'このお店のプリン、おいしいね。',
  '必死ねえ、と笑われた朝。',
  '夏のバカンスは海へ行きたい。',
  '笑ってばかりの一日でした。',
  '体を動かすと頭も動く。',
  'パチンコ屋の前の自動販売機。',
  '人との出会いに感謝しています。',
  'カスタードと、カステラと、アンカラの夕日。',
  'I grew up in Scunthorpe and went to class there.',
  'A passage from a classic, assembled with compassion.',
  'The free library moneyed people built.',
  'Мой сосед рисует море.',
  'たまにはさばかない日もある。',
  'あばかれた秘密。',
  'バカラのグラス。',
  'ばかでかい犬に会った。',
  'ばかうけ食べた',
  'バカロレアの勉強中。',
  '昨日は本当にやばかった。',
  '電気代もばかにならない。',
  'ばか高い。',
  '生と死、ねこと犬。',
  '死ねない理由がある。',
  '簡単に死ねる。',
  '寒いしね、と言った。',
  'カスミ草を飾る。',
  'As sure as the sun. An unassuming lass.',
  // Backtracks without end when two parts of a pattern match the same separators.
  ['c', 'u', 'n', 'x'].join('~'.repeat(40)),
  ['バ', 'ガ'].join('〜'.repeat(130)),
  'a$'.repeat(70),
  `a${'$'.repeat(138)}`,
])('the word list finds none in %j', (text) => {
  expect(found(text)).toEqual([])
})

it('the word list names the filter that refuses before one that holds', () => {
  expect(found('バカは死ね')).toEqual(['死ね', 'バカ'])
})

it.each([
  'くわしくは https://spam.example/offer を見てね',
  'くわしくはｈｔｔｐｓ：／／ｓｐａｍ．ｅｘａｍｐｌｅ',
  '副業の話はspam-site.comまで',
  'See www.example.org for more',
  'Join t.me/friends today',
  'Write to cheap-watches.shop.',
  'evil。com',
  'ｅｖｉｌ．ｃｏｍ',
  'evil｡com と検索',
  'evil․com',
  'evil.\u200bcom',
  'evil‧com',
  'evil .com',
  'evil . com',
  'EVIL .COM',
  'пример。рф',
  'evil[.]com',
  'evil (dot) com',
  '203.0.113.5/x',
  '見て 203.0.113.5 だよ',
  '[2001:db8::1]',
  '2001:db8::1',
  '2001::7334:1',
  '2001:db8:0:0:0:0:0:1',
  'a@evil.com',
  '日本語.com',
  '日本語.jpを見て',
  'пример.рф',
  '例.みんな',
  'a.xn--q9jyb4c',
  ...['pw', 'click', 'world', 'finance', 'moe', 'kr', 'ai'].map((tld) => `see evil.${tld} now`),
])('links are found in %j', (text) => {
  expect(holdsLink(text)).toBe(true)
})

it.each([
  '円周率は3.14です。それで十分。',
  '駅から徒歩5分.comfortableな部屋が好き。',
  'I was late, e.g. on Monday. It was fine.',
  'Tea at 4.30 p.m. with Dr. Sato.',
  '朝は、窓。夜は、本。',
  'Wait...to be honest, I never did.',
  'Version 2.0 of me is calmer.',
  'Mr.Me and love.me',
  'This is the end.To begin again.',
  'Let it go.To be free',
  'Good.So far',
  'I did.Life is good',
  '行った。世界は広い。',
  'OK。tvを見た',
  '好きです．みんな、ありがとう．',
  'README.md and main.py',
  '2026.11.26.5',
  '1.2.3.4.5',
  'v1.2.3.4',
  '10:30:45 std::max',
  'That was fun. Com',
  'a .com person',
  'cafe::b',
  'words[::2]',
  '12:30:45:10:11:12:13:14',
])('links are not seen in %j', (text) => {
  expect(holdsLink(text)).toBe(false)
})

const nowMs = Date.parse('2026-11-22T12:00:00+09:00')
const settings: FilterSettings = { firstPost: 'none', repeat: 'hold', newLinks: 'hold' }
const regular = { memberSince: nowMs - 48 * HOUR_MS, hasPosted: true, lastTexts: [] as string[] }
function judge(
  text: string,
  changes: Partial<typeof regular> = {},
  changed: Partial<FilterSettings> = {},
  insists = false,
) {
  const { lastTexts, ...writer } = { ...regular, ...changes }
  const lastKeys = lastTexts.map(repeatKey)
  const given = { words: list, nowMs, insists }
  return judgePost(text, { ...writer, lastKeys }, { ...settings, ...changed }, given)
}

it('a post goes through', () => {
  expect(judge('朝の味噌汁の湯気です。')).toBeUndefined()
  expect(judge('Read https://ichimon.example with me')).toBeUndefined()
})

it('a post is nudged once with its author’s last text, and held the next time', () => {
  const last = ['同じことを書きました。']
  const again = '同じことを、書きました！'
  expect(judge(again, { lastTexts: last })).toEqual({ outcome: 'nudged', filter: 'repeat' })
  expect(judge(again, { lastTexts: last }, {}, true)).toBeUndefined()
  const twice = [...last, ...last]
  const held = { outcome: 'held', filter: 'repeat' }
  expect(judge(again, { lastTexts: twice }, {}, true)).toEqual(held)
  expect(judge(again, { lastTexts: twice }, { repeat: 'nudge' }, true)).toBeUndefined()
  expect(judge(again, { lastTexts: twice }, { repeat: 'off' })).toBeUndefined()
  expect(judge('別のことを書きました。', { lastTexts: twice })).toBeUndefined()
  expect(judge('😀', { lastTexts: ['！', '🎈'] })).toBeUndefined()
})

it('a post is plain when the author makes no difference', () => {
  expect(isPlain('朝の味噌汁の湯気です。', settings, list)).toBe(true)
  expect(isPlain('朝の味噌汁の湯気です。', { ...settings, firstPost: 'first' }, list)).toBe(false)
  expect(isPlain('www.ichimon.example', settings, list)).toBe(false)
  expect(isPlain('www.ichimon.example', { ...settings, newLinks: 'off' }, list)).toBe(true)
  expect(isPlain('あいつはカスだ。', settings, list)).toBe(false)
})

it('a post waits with a link while the account is younger than a day', () => {
  const text = 'Read https://ichimon.example with me'
  const young = { memberSince: nowMs - 23 * HOUR_MS }
  expect(judge(text, young)).toEqual({ outcome: 'held', filter: 'links' })
  const refused = { outcome: 'refused', filter: 'links' }
  expect(judge(text, young, { newLinks: 'refuse' })).toEqual(refused)
  expect(judge(text, young, { newLinks: 'off' })).toBeUndefined()
  expect(judge(text, { memberSince: nowMs - 24 * HOUR_MS })).toBeUndefined()
  expect(judge('I have no link', young)).toBeUndefined()
})

it('a post is refused or held with a listed word, whatever else there is', () => {
  const refused = { outcome: 'refused', filter: 'words', word: 'cunt' }
  expect(judge('You CUNT!', {}, { firstPost: 'all' }, true)).toEqual(refused)
  expect(judge('あいつはカスだ。')).toEqual({ outcome: 'held', filter: 'words', word: 'カス' })
})
