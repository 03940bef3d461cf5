import type { Language } from './language.ts'
import { inLanguage, type Translations } from './translation.ts'

/** A question's text, in the form that the contract gives it in all languages. */
interface Texts {
  text: string
  questionTranslations: Translations<{ text: string }>
}

type Names = Translations<{ name: string }>

interface Topic {
  topic: {
    name: string
    topicTranslations: Names
    category: { name: string; categoryTranslations: Names }
  }
}

/** Address of a question's own page, without origin and language. */
export const questionPath = (questionId: string): string => `/theme_details?themeID=${questionId}`

export function questionText(question: Texts, language: Language): string {
  return inLanguage(question, question.questionTranslations, language).text
}

export function topicName({ topic }: Topic, language: Language): string {
  return inLanguage(topic, topic.topicTranslations, language).name
}

export function categoryName({ topic: { category } }: Topic, language: Language): string {
  return inLanguage(category, category.categoryTranslations, language).name
}
