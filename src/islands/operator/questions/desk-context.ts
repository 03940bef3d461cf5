import { createContext, useContext } from 'react'
import type { DeskTopic } from '../../../contract/question-desk-schemas.ts'
import type { Language } from '../../../domain/language.ts'
import { t } from '../../../i18n/translate.ts'
import { codeOf, errorCode, type Failure, fieldOf } from '../../../api/result.ts'
import { tokyoDayStart } from '../../../domain/question-day.ts'
import { tokyoParts } from '../../../domain/tokyo-time.ts'
import { formatDate } from '../../../i18n/dates.ts'
import { failureText } from '../../ui/failure-text.ts'

interface Desk {
  languageNames: Record<Language, string>
  topics: readonly DeskTopic[]
  announce: (text: string) => void
}

export const DeskContext = createContext<Desk | undefined>(undefined)

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('useDesk outside the desk')
  return desk
}

/** Date of a `YYYY-MM-DD` with year and weekday. */
export const dayText = (day: string): string => formatDate(t, 'theme_date', tokyoDayStart(day))

/** Date of a past `YYYY-MM-DD`, without weekday. */
export const pastDayText = (day: string): string => formatDate(t, 'dd_mm_yyyy', tokyoDayStart(day))

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => tokyoParts(tokyoDayStart(day)).weekday

/** Whether another editor changed the data shown. */
const isStale = (failure: Failure): boolean =>
  ['version', 'seenId', 'seenFrom', 'seenTo', 'suggestionId'].includes(fieldOf(failure) ?? '')

/** @param answered current number of answers */
export function refusalText(failure: Failure, answered = 0): string {
  const field = fieldOf(failure)
  if (isStale(failure)) return t('questions.problem.changed')
  if (field === 'answered') return t('questions.problem.answered', { count: answered })
  if (field === 'texts' || field === 'topicId') return t('questions.problem.texts')
  if (field === 'season') return t('questions.problem.season')
  if (field === 'day' || field === 'to' || field === 'from') return t('questions.problem.day')
  const code = codeOf(failure)
  if (code === errorCode.dataNotFound) return t('questions.problem.gone')
  if (code === errorCode.rolePrivilegeNotFound) return t('desk.refused')
  return failureText(failure)
}
