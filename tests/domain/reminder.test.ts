import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import { nextReminderAt, timeZoneNamed } from '../../src/domain/reminder.ts'

const at = (iso: string) => Date.parse(iso)
const next = (hour: number, zone: string, after: string) =>
  new Date(nextReminderAt(hour, zone, at(`${after}Z`))).toISOString().replace(':00.000Z', '')

it.each([
  ['later today', 20, 'Asia/Tokyo', '2026-11-22T05:00', '2026-11-22T11:00'],
  ['tomorrow once the hour has begun', 20, 'Asia/Tokyo', '2026-11-22T11:00', '2026-11-23T11:00'],
  ['at midnight', 0, 'Asia/Tokyo', '2026-11-22T05:00', '2026-11-22T15:00'],
  ['in a zone of half an hour', 7, 'Asia/Kolkata', '2026-11-22T05:00', '2026-11-23T01:30'],
  ['in a zone of three quarters', 7, 'Pacific/Chatham', '2026-06-22T05:00', '2026-06-22T18:15'],
  ['in winter', 20, 'America/New_York', '2026-12-01T12:00', '2026-12-02T01:00'],
  ['in summer', 20, 'America/New_York', '2026-07-01T12:00', '2026-07-02T00:00'],
  ['later, at a skipped hour', 2, 'America/New_York', '2027-03-14T05:00', '2027-03-14T07:00'],
  ['first of two hours', 1, 'America/New_York', '2027-11-07T03:00', '2027-11-07T05:00'],
  ['not second of two hours', 1, 'America/New_York', '2027-11-07T05:00', '2027-11-08T06:00'],
  ['half an hour later', 2, 'Australia/Lord_Howe', '2026-10-03T12:00', '2026-10-03T15:30'],
])('the next reminder comes %s: hour %i in %s', (_, hour, zone, after, expected) => {
  expect(next(hour, zone, after)).toBe(expected)
})

it.each([
  'America/New_York',
  'Europe/London',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
])(
  'the next reminder comes once on each day of the calendar for two years in %s, whatever the clocks do',
  (zone) => {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
    for (const hour of [0, 1, 2, 3, 23]) {
      const days: string[] = []
      let time = at('2026-01-01T12:00:00Z')
      for (let count = 0; count < 730; count++) {
        time = nextReminderAt(hour, zone, time)
        days.push(day.format(time))
      }
      expect(new Set(days).size, `${hour}`).toBe(730)
      expect([...days].sort()).toEqual(days)
      const first = Date.parse(days[0]!)
      expect(Date.parse(days.at(-1)!) - first).toBe(729 * DAY_MS)
    }
  },
)

describe('a time zone', () => {
  it.each(['Asia/Tokyo', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+9'])('is %s', (name) => {
    expect(timeZoneNamed(name)).toBeDefined()
  })
  it.each(['', 'Tokyo', '+09:00', 'Asia/Tokyo\n', 'Mars/Olympus', 'Asia/../Tokyo', 'a'.repeat(70)])(
    'is not %j',
    (name) => {
      expect(timeZoneNamed(name)).toBeUndefined()
    },
  )
  it('has one spelling', () => {
    expect(timeZoneNamed('asia/tokyo')).toBe('Asia/Tokyo')
  })
})
