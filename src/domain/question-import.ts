import { isLanguage, languages } from './language.ts'
import { addDays, isDay } from './question-day.ts'
import { cleanQuestionText, MAX_DAYS_AHEAD, poolTextProblem } from './question-pool.ts'
import { seasonOf } from './question-season.ts'
import { furtherLanguages } from './texts-by-language.ts'

/** `past` and the last four depend on other rows or on the pool. */
export const importProblems = [
  'missing',
  'tooLong',
  'characters',
  'script',
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
type ImportProblem = (typeof importProblems)[number]

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

export interface RowProblem {
  problem: ImportProblem
  field: string
}

/** @param today a day in Tokyo */
export function rowProblems({ texts, date, season }: Row, today: string): RowProblem[] {
  const found: RowProblem[] = []
  const find = (problem: ImportProblem | undefined, field: string) =>
    problem && found.push({ problem, field })
  for (const language of Object.keys(texts)) if (!isLanguage(language)) find('language', language)
  for (const language of languages) {
    const text = texts[language] ?? ''
    if (text === '' && furtherLanguages.some((further) => further === language)) continue
    find(poolTextProblem(text, language), language)
  }
  if (season && !seasonOf(season)) find('season', 'season')
  if (date && !isDay(date)) find('date', 'date')
  else if (date && date > addDays(today, MAX_DAYS_AHEAD)) find('tooFar', 'date')
  return found
}
