import { createHash } from 'node:crypto'
import type { Language } from '../../domain/language.ts'
import { categoryName, questionText, topicName } from '../../domain/question.ts'
import type { Question } from '../../contract/schemas.ts'
import { formatDate } from '../../i18n/dates.ts'
import { translator } from '../../i18n/server.ts'

/** Raise it when the design changes: every card gets a new address. */
const DESIGN = 3

export interface CardText {
  language: Language
  question: string
  date: string
  about: string
}

export function cardText(question: Question, language: Language): CardText {
  return {
    language,
    question: questionText(question, language),
    date: formatDate(translator(language), 'theme_date', question.previewAt * 1000),
    about: `${categoryName(question, language)} · ${topicName(question, language)}`,
  }
}

export function cardVersion(text: CardText): string {
  const shown = JSON.stringify([DESIGN, text.language, text.question, text.date, text.about])
  return createHash('sha256').update(shown).digest('base64url').slice(0, 12)
}

export function cardPath(question: Question, language: Language): string {
  const version = cardVersion(cardText(question, language))
  return `/card/${question.questionId}/${language}.png?v=${version}`
}
