import type { Language } from '../../domain/language.ts'
import { categoryName, questionText, topicName, type Question } from '../../domain/question.ts'
import { formatDate } from '../../i18n/dates.ts'
import { translator } from '../../i18n/server.ts'

/** Changes with the looks of the cards, so that each has a new address. */
const DESIGN = 2

/** What stands on a card. */
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

/** Names what a card shows: another text, date or design is another version. FNV-1a over UTF-16 units, twice. */
export function cardVersion(text: CardText): string {
  const shown = JSON.stringify([DESIGN, text.language, text.question, text.date, text.about])
  return [0x811c9dc5, 0x9e3779b9]
    .map((seed) => {
      let hash = seed
      for (let at = 0; at < shown.length; at++)
        hash = Math.imul(hash ^ shown.charCodeAt(at), 0x01000193)
      return (hash >>> 0).toString(36)
    })
    .join('')
}

/** The address of a question's card: what it names never changes. */
export function cardPath(question: Question, language: Language): string {
  const version = cardVersion(cardText(question, language))
  return `/card/${question.questionId}/${language}.png?v=${version}`
}
