import type { Language } from './language.ts'
import { isDamaged } from './visible-text.ts'
import { addDays } from './question-day.ts'
import { isInScriptOf } from './written-language.ts'

export const questionSources = ['built-in', 'own', 'suggestion'] as const
export type QuestionSource = (typeof questionSources)[number]

/** Last day of a question excluded from automatic assignment; sorts after every day. */
export const NEVER_GIVEN = '9999-12-31'

/** `all`: except retired ones; `waiting`: own ones without a day to come, never asked. */
export const poolStates = ['all', 'waiting', 'own', 'built-in', 'retired'] as const

/** Latest day that can be scheduled, days from now. */
export const MAX_DAYS_AHEAD = 1100
/** Number of coming days that the overview shows. */
export const DAYS_AHEAD = 7

/** Characters that fit a card. */
export const MAX_QUESTION_LENGTH = 160

/** Maximum characters: a kana or kanji is as wide as two letters. */
export const questionLength = (language: Language): number =>
  language === 'ja' ? MAX_QUESTION_LENGTH / 2 : MAX_QUESTION_LENGTH

/** Maximum characters of a vertical Japanese question: a longer one would fill the page. */
export const MAX_UPRIGHT = 36

export const isUprightQuestion = (text: string, language: Language): boolean =>
  language === 'ja' && text.length <= MAX_UPRIGHT

export function questionTextProblem(
  text: string,
  language: Language,
): 'missing' | 'tooLong' | 'characters' | undefined {
  if (text === '') return 'missing'
  if (/[\p{Cc}\p{Co}]/u.test(text) || isDamaged(text) || !/[\p{L}\p{N}]/u.test(text))
    return 'characters'
  return [...text].length > questionLength(language) ? 'tooLong' : undefined
}

/** Like `questionTextProblem`, and `script` for a text without a letter of its language's script. */
export const poolTextProblem = (text: string, language: Language) =>
  questionTextProblem(text, language) ?? (isInScriptOf(language, text) ? undefined : 'script')

/** Normalizes for storage: NFC, single spaces, trimmed. */
export function cleanQuestionText(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** Code points of the cleaned text. */
export const questionTextLength = (text: string): number => [...cleanQuestionText(text)].length

export interface Candidate {
  id: string
  seasonFrom: string | null
  seasonUntil: string | null
  /** `YYYY-MM-DD`, or empty. */
  lastDay: string
  position: number
  /** Of a flat question. */
  flatDay: string | null
}

/**
 * Predicts the questions of unscheduled days by the rule of `src/worker/db/question.ts`.
 * @param days ascending, each without a question
 * @param candidates all seasonal ones, and at least as many regular ones in order as there are days, flat and not
 */
export function forecast(days: readonly string[], candidates: readonly Candidate[]) {
  const pool = candidates.filter(({ lastDay }) => lastDay < NEVER_GIVEN).map((one) => ({ ...one }))
  const given = new Map<string, string>()
  for (const day of days) {
    const next = seasonal(pool, day) ?? regular(pool, day)
    if (!next) continue
    given.set(day, next.id)
    next.lastDay = day
  }
  return given
}

function regular(pool: readonly Candidate[], day: string): Candidate | undefined {
  const [usual, flat] = [false, true].map((isFlat) => {
    const fitting = pool.filter(
      ({ seasonFrom, flatDay }) => seasonFrom === null && (flatDay !== null) === isFlat,
    )
    return first(fitting, ['lastDay', 'position'])
  })
  const isRested = ({ lastDay }: Candidate) => lastDay <= yearBefore(day)
  return flat && (!usual || (!isRested(usual) && isRested(flat))) ? flat : usual
}

function seasonal(pool: readonly Candidate[], day: string): Candidate | undefined {
  const date = day.slice(5)
  const aYearBefore = yearBefore(day)
  const fitting = pool.filter(
    ({ seasonFrom, seasonUntil, lastDay }) =>
      seasonFrom !== null && seasonUntil! >= date && seasonFrom <= date && lastDay <= aYearBefore,
  )
  return first(fitting, ['seasonUntil', 'lastDay', 'position'])
}

/** As `date(day, '-1 year')` in SQLite: 29 February becomes 1 March. */
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

/** Whether the days differ and are less than a year apart. */
export function isRepeat(day: string, other: string): boolean {
  return other !== '' && other > addDays(day, -365) && other < addDays(day, 365) && other !== day
}
