import type { Language } from './language.ts'
import { hasHalfCharacter, showsNothing } from './visible-text.ts'
import { addDays } from './question-day.ts'

/** The pool of questions that days are given from (`docs/product.md#calendar`). */

export const questionSources = ['built-in', 'own', 'suggestion'] as const
export type QuestionSource = (typeof questionSources)[number]

/** The last day of a question that is never given by itself. It is after every day. */
export const NEVER_GIVEN = '9999-12-31'

/** Last day that can be scheduled, days from now. */
export const MAX_DAYS_AHEAD = 1100

/** Most characters of a question: what its card has room for. */
export const MAX_QUESTION_LENGTH = 160

/** Most characters of a question in a language: a kana or kanji is as wide as two letters. */
export const questionLength = (language: Language): number =>
  language === 'ja' ? MAX_QUESTION_LENGTH / 2 : MAX_QUESTION_LENGTH

/** Longest Japanese question that is set vertically, characters: a longer one would fill the page. */
export const MAX_UPRIGHT = 36

/** Whether a page sets a question vertically. */
export const isUprightQuestion = (text: string, language: Language): boolean =>
  language === 'ja' && text.length <= MAX_UPRIGHT

/** The problem with a question's text; `undefined` for a valid one. */
export function questionTextProblem(
  text: string,
  language: Language,
): 'missing' | 'tooLong' | 'characters' | undefined {
  if (text === '') return 'missing'
  if (/\p{Cc}/u.test(text) || showsNothing(text) || hasHalfCharacter(text)) return 'characters'
  return [...text].length > questionLength(language) ? 'tooLong' : undefined
}

/** A text as it is stored: composed characters, single spaces, none at the ends. */
export function cleanQuestionText(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** A question of the pool as the rule of the days sees it. */
export interface Candidate {
  id: string
  /** `MM-DD`; null for a regular question. */
  seasonFrom: string | null
  seasonUntil: string | null
  /** `YYYY-MM-DD`, or empty. */
  lastDay: string
  position: number
}

/**
 * Which questions days without one will get if nothing is scheduled: the rule of
 * `src/worker/db/question.ts`, day after day.
 * @param days ascending, each without a question
 * @param candidates all of seasons, and at least as many regular ones in their order as there are days
 */
export function forecast(days: readonly string[], candidates: readonly Candidate[]) {
  const pool = candidates.filter(({ lastDay }) => lastDay < NEVER_GIVEN).map((one) => ({ ...one }))
  const given = new Map<string, string>()
  for (const day of days) {
    const next = seasonal(pool, day) ?? first(pool.filter(isRegular), ['lastDay', 'position'])
    if (!next) continue
    given.set(day, next.id)
    next.lastDay = day
  }
  return given
}

const isRegular = ({ seasonFrom }: Candidate) => seasonFrom === null

function seasonal(pool: readonly Candidate[], day: string): Candidate | undefined {
  const date = day.slice(5)
  const aYearBefore = yearBefore(day)
  const fitting = pool.filter(
    ({ seasonFrom, seasonUntil, lastDay }) =>
      seasonFrom !== null && seasonUntil! >= date && seasonFrom <= date && lastDay <= aYearBefore,
  )
  return first(fitting, ['seasonUntil', 'lastDay', 'position'])
}

/** As `date(day, '-1 year')` in SQLite: 29 February is followed by 1 March. */
function yearBefore(day: string): string {
  const date = new Date(`${day}T00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() - 1)
  return date.toISOString().slice(0, 10)
}

function first(
  candidates: readonly Candidate[],
  by: readonly (keyof Candidate)[],
): Candidate | undefined {
  const isBefore = (a: Candidate, b: Candidate) => {
    for (const key of by) if (a[key] !== b[key]) return a[key]! < b[key]!
    return false
  }
  return candidates.reduce<Candidate | undefined>(
    (best, one) => (best && !isBefore(one, best) ? best : one),
    undefined,
  )
}

/** Whether asking a question on this day repeats it within a year. */
export function isRepeat(day: string, other: string): boolean {
  return other !== '' && other > addDays(day, -365) && other < addDays(day, 365) && other !== day
}
