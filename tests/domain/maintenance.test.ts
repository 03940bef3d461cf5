import { expect, test } from 'vitest'
import { isDuring, maintenanceWindow, windowProblem } from '../../src/domain/maintenance.ts'

const start = (lastUpdated: number) => ({ name: 'serviceMaintenanceStart' as const, lastUpdated })
const end = (lastUpdated: number) => ({ name: 'serviceMaintenanceEnd' as const, lastUpdated })

test('maintenance window: two named times in any order make a window, and none make none', () => {
  expect(maintenanceWindow([start(100), end(200)])).toEqual({ start: 100, end: 200 })
  expect(maintenanceWindow([end(200), start(100)])).toEqual({ start: 100, end: 200 })
  expect(maintenanceWindow([])).toBeUndefined()
})

test.each([
  ['half set', [start(100)]],
  ['half set the other way', [end(100)]],
  ['twice the start', [start(100), start(200)]],
  ['ends before it starts', [start(200), end(100)]],
  ['empty', [start(100), end(100)]],
  ['milliseconds', [start(1_763_650_800_000), end(1_763_650_900_000)]],
])('maintenance window: %s is refused', (_, results) => {
  expect(() => maintenanceWindow(results)).toThrow(RangeError)
})

test('maintenance window: it lasts from its start until just before its end', () => {
  const during = (ms: number) => isDuring({ start: 100, end: 200 }, ms)
  expect([99_999, 100_000, 199_999, 200_000].map(during)).toEqual([false, true, true, false])
})

test.each([
  [-1, 1, undefined],
  [-24, 1, undefined],
  [-25, 1, 'begun'],
  [1, 1, 'order'],
  [-1, 0, 'over'],
  [1, 2, undefined],
  [1, 366 * 24, undefined],
  [1, 366 * 24 + 1, 'far'],
])('a new window from hour %d to hour %d is %s', (from, until, problem) => {
  const hour = (count: number) => 2_000_000_000 + count * 3_600
  expect(windowProblem({ start: hour(from), end: hour(until) }, hour(0) * 1000)).toBe(problem)
})
