import type { Language } from './language.ts'

/** A comment as a reader meets it (`product.md §3`). */
export interface Comment {
  commentId: string
  userId: string
  text: string
  /** Epoch seconds. */
  lastUpdated: number
  userOptions: {
    /** Address of the avatar; empty where the default is shown. */
    picture: string
    username: string
  }
}

interface JapaneseName {
  jp: { name: string }
}

/** A question with what stands around it (`product.md §3`). */
export interface Question {
  questionId: string
  questionnaireId: string
  text: string
  questionTranslations: { jp: { text: string } }
  /** Epoch seconds. */
  previewAt: number
  /** ISO 8601 with the Tokyo offset. */
  previewAtDate: string
  questionCommentsCount: number
  questionUsersCount: number
  /** Number of the last event among its comments: 1, 2, 3 … without a gap. A service elsewhere may keep none. */
  eventSeq?: number
  topic: {
    name: string
    topicTranslations: JapaneseName
    category: { name: string; categoryTranslations: JapaneseName }
  }
  /** Newest last; absent in lists of questions. */
  questionComments?: Comment[]
}

/** Address of a question's own page, without origin and language. */
export const questionPath = (questionId: string): string => `/theme_details?themeID=${questionId}`

type Texts = Pick<Question, 'text' | 'questionTranslations'>

export function questionText({ text, questionTranslations }: Texts, language: Language): string {
  return language === 'ja' ? questionTranslations.jp.text : text
}

export function topicName({ topic }: Question, language: Language): string {
  return language === 'ja' ? topic.topicTranslations.jp.name : topic.name
}

export function categoryName({ topic }: Question, language: Language): string {
  const { category } = topic
  return language === 'ja' ? category.categoryTranslations.jp.name : category.name
}
