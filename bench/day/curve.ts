import { DAY_S, HOUR_S } from '../../src/domain/durations.ts'

/**
 * Distribution of a day's visits over its hours, midnight to midnight in Tokyo: mornings, noon, and an evening twice
 * that.
 */
const HOURLY = [
  3, 1.5, 0.8, 0.5, 0.5, 1, 2.5, 4.5, 5, 3.5, 3, 3.5, 6, 4, 3, 3.2, 3.5, 4.5, 5.5, 6.5, 8, 10, 10,
  6.5,
] as const

const TOTAL = HOURLY.reduce((sum, weight) => sum + weight, 0)

/** The share of the day that its busiest hour carries. */
export const peakHourShare = Math.max(...HOURLY) / TOTAL

/** The share of the day that each hour carries. */
export const shareOfHours = (): number[] => HOURLY.map((weight) => weight / TOTAL)

/** A second of the day, as many in each hour as the curve says. @param portion from 0 up to 1 */
export function secondOfDay(portion: number): number {
  let left = portion * TOTAL
  for (const [hour, weight] of HOURLY.entries()) {
    if (left < weight) return (hour + left / weight) * HOUR_S
    left -= weight
  }
  return DAY_S - 1
}
