import { FALLBACK_LANGUAGE, languages, type Language } from './language.ts'
import { inLanguage, type Translations } from './texts-by-language.ts'

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

export const HOME_COMMENTS = 50
export const DETAILS_COMMENTS = 200

/** Without origin and language. */
export const questionPath = (questionId: string): string => `/theme_details?themeID=${questionId}`

export const composerPath = (questionId: string): string => `/add_post?themeID=${questionId}`

export function questionText(question: Texts, language: Language): string {
  return inLanguage(question, question.questionTranslations, language).text
}

export function otherTexts(
  question: Texts,
  language: Language,
): { language: Language; text: string }[] {
  const seen = new Set([questionText(question, language)])
  // Missing texts repeat the fallback's, so the fallback goes first.
  return [...new Set([FALLBACK_LANGUAGE, ...languages])].flatMap((other) => {
    const text = questionText(question, other)
    if (seen.has(text)) return []
    seen.add(text)
    return [{ language: other, text }]
  })
}

export function topicName({ topic }: Topic, language: Language): string {
  return inLanguage(topic, topic.topicTranslations, language).name
}

export function categoryName({ topic: { category } }: Topic, language: Language): string {
  return inLanguage(category, category.categoryTranslations, language).name
}
