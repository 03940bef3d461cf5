import { isLanguage, languages } from './language.ts'
import { addDays, isDay } from './question-day.ts'
import { cleanQuestionText, MAX_DAYS_AHEAD, questionTextProblem } from './question-pool.ts'
import { seasonOf } from './question-season.ts'
import { furtherLanguages } from './texts-by-language.ts'

/** The last four depend on other rows or on the pool. */
export const importProblems = [
  'missing',
  'tooLong',
  'characters',
  'language',
  'topic',
  'date',
  'past',
  'tooFar',
  'season',
  'repeatedText',
  'knownText',
  'repeatedDate',
  'takenDate',
] as const
export type ImportProblem = (typeof importProblems)[number]

export const IMPORT_ROWS_PER_CALL = 500
export const EXPORT_ROWS_PER_CALL = 1000
export const MAX_IMPORT_ROWS = 20_000

interface Row {
  texts: Readonly<Record<string, string>>
  date?: string | undefined
  season?: string | undefined
}

export function cleanRow<Some extends Row>(row: Some): Some {
  const texts = Object.entries(row.texts).map(([language, text]) => [
    language,
    cleanQuestionText(text),
  ])
  return { ...row, texts: Object.fromEntries(texts.filter(([, text]) => text !== '')) }
}

/** @param today a day in Tokyo */
export function rowProblem(
  { texts, date, season }: Row,
  today: string,
): { problem: ImportProblem; field: string } | undefined {
  const stranger = Object.keys(texts).find((language) => !isLanguage(language))
  if (stranger) return { problem: 'language', field: stranger }
  for (const language of languages) {
    const text = texts[language] ?? ''
    if (text === '' && furtherLanguages.some((further) => further === language)) continue
    const problem = questionTextProblem(text, language)
    if (problem) return { problem, field: language }
  }
  if (season && !seasonOf(season)) return { problem: 'season', field: 'season' }
  if (!date) return undefined
  if (!isDay(date)) return { problem: 'date', field: 'date' }
  if (date <= today) return { problem: 'past', field: 'date' }
  return date > addDays(today, MAX_DAYS_AHEAD) ? { problem: 'tooFar', field: 'date' } : undefined
}
