import { errorCode, fieldOf, type Failure } from '../../../api/result.ts'
import type { Problems } from '../../ui/Form.tsx'
import { refusalText } from '../refusal-text.ts'

/** Epoch seconds of a `datetime-local` value in Asia/Tokyo; NaN if empty. */
export const secondsOf = (value: string): number => Date.parse(`${value}+09:00`) / 1000

const refusals = {
  startsAt: 'announce.problem.startsAt',
  replaces: 'announce.problem.replaced',
  window: 'announce.problem.over',
  [errorCode.dataNotFound]: 'announce.problem.gone',
} as const

const fields: Record<string, string> = { startsAt: 'startsAt', window: 'end' }

export const problemsOf = (failure: Failure): Problems => ({
  [fields[fieldOf(failure) ?? ''] ?? 'form']: refusalText(failure, refusals),
})
