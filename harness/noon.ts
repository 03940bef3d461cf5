import { DAY_MS } from '../src/domain/durations.ts'
import { tokyoDay, tokyoDayStart } from '../src/domain/question-day.ts'

/** Clock offset to noon of today in Tokyo, so that the question does not change during a test. */
export const noonOffsetMs = (): number =>
  tokyoDayStart(tokyoDay(Date.now())) + DAY_MS / 2 - Date.now()
