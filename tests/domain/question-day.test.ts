import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import {
  addDays,
  questionStatus,
  tokyoDay,
  tokyoDayEnd,
  tokyoDayStart,
} from '../../src/domain/question-day.ts'
import { tokyoIso } from '../../src/domain/tokyo-time.ts'
import { timeLeft } from '../../src/domain/time-left.ts'

const LAST = Date.parse('2025-11-20T14:59:59.999Z')
const FIRST = Date.parse('2025-11-20T15:00:00.000Z')
const instants = fc.integer({ min: 0, max: 253_000_000_000_000 })

describe('a question day', () => {
  test('ends at 14:59:59.999Z and the next begins at 15:00:00.000Z', () => {
    expect(tokyoDay(LAST)).toBe('2025-11-20')
    expect(tokyoDay(FIRST)).toBe('2025-11-21')
    expect(tokyoDayStart('2025-11-21')).toBe(FIRST)
    expect(tokyoDayEnd(LAST)).toBe(LAST)
    expect(tokyoDayEnd(FIRST)).toBe(FIRST + DAY_MS - 1)
  })

  test('contains every instant from its start to its end, and is that of the calendar of Asia/Tokyo', () => {
    const calendar = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Tokyo',
      dateStyle: 'short',
    })
    fc.assert(
      fc.property(instants, (instant) => {
        expect(tokyoDay(instant)).toBe(calendar.format(instant))
        const start = tokyoDayStart(tokyoDay(instant))
        expect(start).toBeLessThanOrEqual(instant)
        expect(tokyoDayEnd(instant)).toBeGreaterThanOrEqual(instant)
        expect(tokyoDayEnd(instant) - start).toBe(DAY_MS - 1)
      }),
    )
  })

  test('is counted over months, leap days and years', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(addDays('2025-11-20', 0)).toBe('2025-11-20')
  })

  test.each(['', 'today', '2025-13-01', '2025-1-1', '20251120'])("is not '%s'", (text) => {
    expect(() => tokyoDayStart(text)).toThrow(RangeError)
  })
})

test('the status of a question is scheduled until its day, active during it and closed after it', () => {
  expect(questionStatus('2025-11-21', LAST)).toBe(0)
  expect(questionStatus('2025-11-20', LAST)).toBe(1)
  expect(questionStatus('2025-11-21', FIRST)).toBe(1)
  expect(questionStatus('2025-11-20', FIRST)).toBe(2)
})

test('the time left is shown in whole minutes, rounded up, and is 0:00 only when the day is over', () => {
  expect(timeLeft(LAST, FIRST - DAY_MS)).toEqual({ hours: 23, minutes: 59 })
  expect(timeLeft(LAST, LAST - 59_999)).toEqual({ hours: 0, minutes: 1 })
  expect(timeLeft(LAST, LAST)).toEqual({ hours: 0, minutes: 1 })
  expect(timeLeft(LAST, FIRST)).toEqual({ hours: 0, minutes: 0 })
  expect(timeLeft(LAST, FIRST + DAY_MS)).toEqual({ hours: 0, minutes: 0 })
})

test('a time in Tokyo is the same instant when it is read again, for any instant', () => {
  fc.assert(
    fc.property(instants, (instant) => {
      expect(Date.parse(tokyoIso(instant))).toBe(instant)
    }),
  )
})
