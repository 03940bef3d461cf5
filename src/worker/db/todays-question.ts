import { FALLBACK_LANGUAGE, languages, type Language } from '../../domain/language.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'
import { ACTIVE } from './next-question.ts'
import { textsByLanguage } from './question-texts.ts'

export interface TodaysQuestion {
  questionId: string
  /** The Tokyo day on which it is asked. */
  day: string
  /** A language without a text has that of the fallback. */
  text: Record<Language, string>
}

const TODAY = `
  SELECT question.id AS questionId,
    ${textsByLanguage("json_object('text', text)", 'question.id')} AS texts
  FROM ${ACTIVE} CROSS JOIN question
  WHERE question.questionnaire_id = active.id AND question.day = ?1`

/** @returns `undefined` while the day has no question */
export async function todaysQuestion(env: Env): Promise<TodaysQuestion | undefined> {
  const day = tokyoDay(now(env))
  const row = await env.DB.prepare(TODAY).bind(day).first<{ questionId: string; texts: string }>()
  if (!row) return undefined
  const texts = JSON.parse(row.texts) as Record<Language, { text: string } | null>
  const textIn = (language: Language) => texts[language]?.text ?? texts[FALLBACK_LANGUAGE]?.text
  return {
    questionId: row.questionId,
    day,
    text: Object.fromEntries(
      languages.map((language) => [language, textIn(language) ?? '']),
    ) as Record<Language, string>,
  }
}
