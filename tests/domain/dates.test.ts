import { expect, test } from 'vitest'
import en from '../../locales/en.json' with { type: 'json' }
import ja from '../../locales/ja.json' with { type: 'json' }
import { DAY_MS } from '../../src/domain/durations.ts'
import { fillDate } from '../../src/i18n/date-patterns.ts'
import { endTime } from '../../src/i18n/end-time.ts'
import { fillTimeLeft } from '../../src/i18n/time-left.ts'
import { formatDate, type DatePattern } from '../../src/i18n/dates.ts'
import { translate } from '../../src/i18n/translate.ts'

const t = { ja: translate(ja), en: translate(en) }
const at = (iso: string) => Date.parse(iso)

test.each<[DatePattern, 'ja' | 'en', string, string]>([
  ['theme_date', 'ja', '2026-11-21T14:59:59.999Z', '2026年11月21日（土）'],
  ['theme_date', 'ja', '2026-11-21T15:00:00.000Z', '2026年11月22日（日）'],
  ['theme_date', 'en', '2027-01-03T15:00:00.000Z', 'Monday, 4 January 2027'],
  ['dd_mm_yyyy', 'ja', '2026-02-03T00:00:00+09:00', '2026年2月3日'],
  ['dd_mm_yyyy', 'en', '2026-02-03T00:00:00+09:00', '3 February 2026'],
  ['amPmHhMm', 'ja', '2026-11-21T15:04:00+09:00', '15:04'],
  ['amPmHhMm', 'ja', '2026-11-21T05:04:00+09:00', '05:04'],
  ['amPmHhMm', 'en', '2026-11-21T15:04:00+09:00', '3:04 pm'],
  ['amPmHhMm', 'en', '2026-11-21T00:04:00+09:00', '12:04 am'],
  ['amPmHhMm', 'en', '2026-11-21T12:00:00+09:00', '12:00 pm'],
])('a date by a pattern of the locale: %s in %s of %s is %s', (pattern, language, iso, text) => {
  expect(formatDate(t[language], pattern, at(iso))).toBe(text)
})

test('a date by a pattern of the locale: every month and weekday has its name in both languages', () => {
  for (let day = 0; day < 366; day++) {
    const ms = at('2028-01-01T12:00:00+09:00') + day * DAY_MS
    const date = new Date(ms)
    const named = (part: 'month' | 'weekday') =>
      date.toLocaleDateString('en-GB', { [part]: 'long', timeZone: 'Asia/Tokyo' })
    expect(formatDate(t.en, 'theme_date', ms)).toBe(
      `${named('weekday')}, ${date.toLocaleDateString('en-GB', { day: 'numeric', timeZone: 'Asia/Tokyo' })} ${named('month')} 2028`,
    )
    const japanese = date.toLocaleDateString('ja-JP', {
      dateStyle: 'full',
      timeZone: 'Asia/Tokyo',
    })
    expect(formatDate(t.ja, 'theme_date', ms)).toBe(japanese.replace(/(.)曜日$/, '（$1）'))
  }
})

test('a date by a pattern of the locale: an unknown placeholder stays', () => {
  expect(fillDate('{yyyy} {era}', 0)).toBe('1970 {era}')
})

test.each([
  ['ja', 5, 12, '残り5時間12分'],
  ['ja', 5, 5, '残り5時間5分'],
  ['ja', 0, 7, '残り7分'],
  ['en', 5, 12, '05:12 left'],
  ['en', 23, 5, '23:05 left'],
] as const)('the time left is in %s for %i h %i min %s', (language, hours, minutes, text) => {
  expect(fillTimeLeft(t[language]('time_left_hh_mm'), { hours, minutes })).toBe(text)
})

test.each([
  ['at a full minute', '2026-11-21T13:00:00+09:00', '13:00'],
  ['with a page that is 1.9 s behind', '2026-11-21T12:59:58.100+09:00', '13:00'],
  ['with a page that is 1.9 s ahead', '2026-11-21T13:00:01.900+09:00', '13:00'],
  ['between two minutes', '2026-11-21T13:00:30+09:00', '13:01'],
])('the end of a window %s is over when that time comes', (_, iso, time) => {
  expect(endTime(at(iso) / 1000)).toEqual({ date: '2026.11.21', time })
})
