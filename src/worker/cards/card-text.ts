import { createHash } from 'node:crypto'
import type { Language } from '../../domain/language.ts'
import { categoryName, questionText, topicName } from '../../domain/question.ts'
import type { Question } from '../../contract/schemas.ts'
import { LruMap } from '../http/lru-map.ts'
import { formatDate } from '../../i18n/dates.ts'
import { translator } from '../../i18n/server.ts'

/** Version of the design: raising it gives every card a new address. */
const DESIGN = 3

/** The text on a card. */
export interface CardText {
  language: Language
  question: string
  date: string
  /** Category and topic. */
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

/** Every page of a question that is rendered names its card. */
const versions = new LruMap<string, string>(200)

/** A digest of what a card shows: another text, date or design is another version. */
export function cardVersion(text: CardText): string {
  const shown = JSON.stringify([DESIGN, text.language, text.question, text.date, text.about])
  const version =
    versions.get(shown) ?? createHash('sha256').update(shown).digest('base64url').slice(0, 12)
  versions.set(shown, version)
  return version
}

/** The address of a question's card; its content never changes. */
export function cardPath(question: Question, language: Language): string {
  const version = cardVersion(cardText(question, language))
  return `/card/${question.questionId}/${language}.png?v=${version}`
}
