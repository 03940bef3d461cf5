import { DAY_MS } from '../src/domain/durations.ts'
import { tokyoDay, tokyoDayStart } from '../src/domain/question-day.ts'

/** Milliseconds from now to noon of today in Tokyo: an app with this offset changes its question during no test. */
export const noonOffsetMs = (): number =>
  tokyoDayStart(tokyoDay(Date.now())) + DAY_MS / 2 - Date.now()
