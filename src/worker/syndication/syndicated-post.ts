import { languages } from '../../domain/language.ts'
import { tokyoDayStart } from '../../domain/question-day.ts'
import { tokyoIso } from '../../domain/tokyo-time.ts'
import { questionPath } from '../../domain/question.ts'
import type { TodaysQuestion } from '../db/todays-question.ts'

/** Content of the post about a day's question. */
export interface SyndicatedPost {
  /** The Tokyo day: the same post is never made twice under it. */
  day: string
  /** The question in all languages, a line each. */
  text: string
  link: string
  question: TodaysQuestion
}

export function postOf(origin: string, day: string, question: TodaysQuestion): SyndicatedPost {
  const link = origin + questionPath(question.questionId)
  const lines = languages.map((language) => question.text[language])
  return { day, text: [...new Set(lines)].join('\n'), link, question }
}

export const startOf = ({ day }: SyndicatedPost): string => tokyoIso(tokyoDayStart(day))
