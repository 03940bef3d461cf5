import { errorCode, type Failure } from '../../../api/result.ts'
import type { MaintenanceWindow } from '../../../domain/maintenance.ts'
import type { Problems } from '../../ui/Form.tsx'
import { refusalText } from '../DeskFailure.tsx'
import { clockOf, dayOf, timeOf } from '../format.ts'

/** Epoch seconds of a `datetime-local` value in Asia/Tokyo; NaN if empty. */
export const secondsOf = (value: string): number => Date.parse(`${value}+09:00`) / 1000

/** The day is named once. */
export const spanOf = ({ start, end }: MaintenanceWindow) => ({
  start: timeOf(start),
  end: dayOf(start) === dayOf(end) ? clockOf(end) : timeOf(end),
})

const refusals = {
  startsAt: 'announce.problem.startsAt',
  replaces: 'announce.problem.replaced',
  seenId: 'announce.problem.seenId',
  window: 'announce.problem.over',
  [errorCode.dataNotFound]: 'announce.problem.gone',
} as const

/** The name of the draft of an announcement. */
export const DRAFT = 'announcement'

const fields: Record<string, string> = { startsAt: 'startsAt', window: 'end' }

export const problemsOf = (failure: Failure, isTyped = false): Problems => ({
  [fields[failure.field ?? ''] ?? 'form']: refusalText(failure, refusals, isTyped),
})
