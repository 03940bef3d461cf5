import { errorCode } from '../../../api/result.ts'

/** Epoch seconds of a `datetime-local` value in Asia/Tokyo; NaN if empty. */
export const secondsOf = (value: string): number => Date.parse(`${value}+09:00`) / 1000

export const refusals = {
  startsAt: 'announce.problem.startsAt',
  replaces: 'announce.problem.replaced',
  window: 'announce.problem.window',
  [errorCode.dataNotFound]: 'announce.problem.gone',
} as const
