import { createContext, useContext } from 'react'
import type { DeskTopic } from '../../../contract/question-desk-schemas.ts'
import { t } from '../../../i18n/translate.ts'
import { errorCode, type Failure, fieldOf } from '../../../api/result.ts'
import { tokyoDayStart } from '../../../domain/question-day.ts'
import { tokyoParts } from '../../../domain/tokyo-time.ts'
import { usePages } from '../../ui/use-pages.ts'
import { call } from '../../../stores/call.ts'
import type { Suggestion } from '../../../contract/calls/suggestion.ts'
import type { Problems } from '../../ui/Form.tsx'
import { refusalText } from '../refusal-text.ts'

export const PAGE = 30

/** Those that wait, page by page. */
export const useSuggestions = () =>
  usePages<Suggestion>(
    ({ length }) =>
      call('operator', 'GET /suggestion', { offset: String(length), limit: String(PAGE) }),
    { key: '', size: PAGE },
  )

export interface PartProps {
  suggestions: ReturnType<typeof useSuggestions>
}

interface Desk {
  topics: readonly DeskTopic[]
  announce: (text: string) => void
}

export const DeskContext = createContext<Desk>({ topics: [], announce: () => {} })

export const useDesk = () => useContext(DeskContext)

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => tokyoParts(tokyoDayStart(day)).weekday

const refusals = {
  version: 'questions.problem.changed',
  seenId: 'questions.problem.changed',
  seenFrom: 'questions.problem.changed',
  seenTo: 'questions.problem.changed',
  suggestionId: 'questions.problem.changed',
  texts: 'questions.problem.texts',
  topicId: 'questions.problem.texts',
  season: 'questions.problem.season.form',
  day: 'questions.problem.day',
  to: 'questions.problem.day',
  from: 'questions.problem.day',
  [errorCode.dataNotFound]: 'questions.problem.gone',
} as const

/** @param answered current number of answers */
export const refusalOf = (failure: Failure, answered = 0): Problems => ({
  form:
    fieldOf(failure) === 'answered'
      ? t('questions.problem.answered', { count: answered })
      : refusalText(failure, refusals),
})
