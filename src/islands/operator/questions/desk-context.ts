import { createContext, type ReactNode } from 'react'
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DeskTopic } from '../../../contract/question-desk-schemas.ts'
import { t } from '../../../i18n/translate.ts'
import { errorCode, type Failure } from '../../../api/result.ts'
import { tokyoDayStart } from '../../../domain/question-day.ts'
import { tokyoParts } from '../../../domain/tokyo-time.ts'
import { usePages } from '../../ui/use-pages.ts'
import { call } from '../../../stores/call.ts'
import type { Suggestion } from '../../../contract/calls/suggestion.ts'
import type { Problems } from '../../ui/Form.tsx'
import { refusalText } from '../DeskFailure.tsx'

export const PAGE = 30

/** What the calendar shows, and a form for a day looks at. */
export const DAYS_SHOWN = 60

/** What `usePages` reads, for a service without a cursor. */
export const rangeAfter = ({ length }: readonly unknown[], count = PAGE) => ({
  offset: String(length),
  limit: String(count),
})

/** Those that wait, page by page. */
export const useSuggestions = () =>
  usePages<Suggestion>(
    (known, _, count) => call('operator', 'GET /suggestion', rangeAfter(known, count)),
    { key: '', size: PAGE },
  )

export const useLines = () => useState<Record<string, string>>({})

interface Desk {
  topics: readonly DeskTopic[]
  suggestions: ReturnType<typeof useSuggestions>
  /** The shown view. */
  view: string
  /** The id of the line that was opened last, by the view of its list. */
  lines: ReturnType<typeof useLines>
  announce: (said: ReactNode, at?: string) => void
  noticeAt: (name: string) => ReactNode
}

export const DeskContext = createContext({} as Desk)

export const useDesk = () => useContext(DeskContext)

/** Reads a view again when it is shown again: a colleague may have changed it. */
export function useReturn(view: string, reload: () => unknown): void {
  const isShown = useDesk().view === view
  const wasShown = useRef(true)
  const onReturn = useEffectEvent(() => void reload())
  useEffect(() => {
    if (isShown && !wasShown.current) onReturn()
    wasShown.current = isShown
  }, [isShown])
}

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

/** The name of a draft, of a new question by default; `place` is a day or a view. */
export const draftAt = (place: string, poolId = 'new'): string => `${place} ${poolId}`

/** @param answered current number of answers */
export const refusalOf = (failure: Failure, isTyped = false, answered = 0): Problems => ({
  form:
    failure.field === 'answered'
      ? t('questions.problem.answered', { count: answered })
      : refusalText(failure, refusals, isTyped),
})
