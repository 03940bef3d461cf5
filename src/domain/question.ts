import type { Language } from './language.ts'

/** A question's text, in the form that the contract gives it in both languages. */
interface Texts {
  text: string
  questionTranslations: { jp: { text: string } }
}

interface JapaneseName {
  jp: { name: string }
}

interface Topic {
  topic: {
    name: string
    topicTranslations: JapaneseName
    category: { name: string; categoryTranslations: JapaneseName }
  }
}

/** Address of a question's own page, without origin and language. */
export const questionPath = (questionId: string): string => `/theme_details?themeID=${questionId}`

export function questionText({ text, questionTranslations }: Texts, language: Language): string {
  return language === 'ja' ? questionTranslations.jp.text : text
}

export function topicName({ topic }: Topic, language: Language): string {
  return language === 'ja' ? topic.topicTranslations.jp.name : topic.name
}

export function categoryName({ topic }: Topic, language: Language): string {
  const { category } = topic
  return language === 'ja' ? category.categoryTranslations.jp.name : category.name
}
