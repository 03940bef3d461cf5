import { expect, it } from 'vitest'
import { emailKey, isValidEmail, meantEmail, normalizeEmail } from '../../src/domain/email.ts'
import { isReservedUsername, usernameProblem, usernameSkeleton } from '../../src/domain/username.ts'

it('an e-mail address is narrowed from full-width characters', () => {
  const typed = '　Ｋｅｎｊｉ＋１＠ｅｘａｍｐｌｅ．ｃｏｍ '
  expect(normalizeEmail(typed)).toBe('Kenji+1@example.com')
  expect(isValidEmail(normalizeEmail(typed))).toBe(true)
  expect(emailKey(typed)).toBe('kenji+1@example.com')
})

it.each([
  ['user@example。com', 'user@example.com'],
  ['user@example｡com', 'user@example.com'],
  ['ｕｓｅｒ．ａ＠ｅｘａｍｐｌｅ。ｃｏ。ｊｐ', 'user.a@example.co.jp'],
  ['taro。yamada@exampleーsite.com', 'taro.yamada@example-site.com'],
  ['user@日本語.jp', 'user@xn--wgv71a119e.jp'],
  ['user@日本語。みんな', 'user@xn--wgv71a119e.xn--q9jyb4c'],
  ['user@bücher.de', 'user@xn--bcher-kva.de'],
  ['user@beispiel.vermögensberater', 'user@beispiel.xn--vermgensberater-ctb'],
])('an e-mail address is one however its domain is typed: %s', (typed, email) => {
  expect(normalizeEmail(typed)).toBe(email)
  expect(isValidEmail(email)).toBe(true)
})

it.each([
  'user@example.com、',
  'user@example.com。',
  'user@example.comあ',
  'user@example.comん',
  'user@example.com（自宅）',
  'user@example、com',
  'user@example.com です',
  'user@example.comｎ',
  'user@example・com',
  'User <user@example.com>',
  '「user@example.com」',
  'mailto:user@example.com',
  'user＠ example.com',
])('an e-mail address is asked for where an input method left something behind: %s', (typed) => {
  expect(isValidEmail(normalizeEmail(typed))).toBe(false)
  expect(meantEmail(normalizeEmail(typed))).toBe('user@example.com')
})

it.each(['user@example.xn--com-6y3b', 'user@', '@example.com', 'user@あcom', 'user.example.com'])(
  'an e-mail address is none: %s',
  (typed) => {
    expect(isValidEmail(normalizeEmail(typed))).toBe(false)
    expect(meantEmail(normalizeEmail(typed))).toBeUndefined()
  },
)

it('an e-mail address is none if longer than any, whose international domain is not converted', () => {
  const long = `user@${'あ'.repeat(255)}.jp`
  expect(normalizeEmail(long)).toBe(long)
})

it('an e-mail address stays as it is in half-width characters', () => {
  expect(normalizeEmail(' "a b"@example.com')).toBe('"a b"@example.com')
})

const words = (text: string) => text.trim().split(/\s+/)

it.each(['-', '__', '-_-'])('a username has at least one letter or digit: %s', (name) => {
  expect(usernameProblem(name)).toBe('punctuation')
})

it.each(
  words(`
      admin Root ichimon Ichimon_official null _support_ MODERATOR un-defined 4dm1n AdmIn
      supp0rt-team admin2 the-1ch1mon Official_Staff admins the-admin realadmin admin-jp
      addmin moderatorr helpdesk Support_Tokyo staff-7 TokyoStaff thesupportteam mods
      ichi-unei customersupport help_center chief-mod sys-op moderation-jp
      verified_official trust-safety`),
)('a username is not one that speaks for the product: %s', (name) =>
  expect(isReservedUsername(name)).toBe(true),
)

it.each(
  words(`
      haru_k user-7evkpq adminton rooted nullary dream-team root-beer modest badminton-fan
      mad-mind supporter smooth-operator stafford cat_owner modem`),
)('a username is free: %s', (name) => {
  expect(isReservedUsername(name)).toBe(false)
  expect(usernameProblem(name)).toBeUndefined()
})

it('a username does not imitate the operator', () => {
  for (const name of ['midori_press', 'MidoriPress-news', 'm1dor1-press'])
    expect(isReservedUsername(name, 'Midori Press Inc.')).toBe(true)
  for (const name of ['midori', 'press-play']) {
    expect(isReservedUsername(name, 'Midori Press Inc.')).toBe(false)
    expect(isReservedUsername(name, '株式会社みどり')).toBe(false)
  }
  expect(isReservedUsername('aoki', 'Ao')).toBe(false)
})

it.each([
  ['taro', 'tar0'],
  ['haru_1', 'Haru-l'],
  ['Ito', 'lto'],
  ['modern', 'modem'],
  ['vvakana', 'wakana'],
  ['haru-k', 'haruk'],
  ['-Willow-', 'W_illow'],
])('a username looks the same: %s and %s', (one, other) => {
  expect(usernameSkeleton(one)).toBe(usernameSkeleton(other))
})

it.each([
  ['taro', 'taroo'],
  ['mina', 'mino'],
  ['ken', 'kern'],
  ['ito', 'lto'],
])('a username looks different: %s and %s', (one, other) => {
  expect(usernameSkeleton(one)).not.toBe(usernameSkeleton(other))
})

it.each(['аdmin', 'ad\u200bmin', 'ａｄｍｉｎ', 'tarо'])(
  'a username has no letter of another script and none that is invisible: %j',
  (name) => expect(usernameProblem(name)).toBe('characters'),
)
