import { FALLBACK_LANGUAGE, languages, type Language } from './language.ts'
import { inLanguage, type Translations } from './texts-by-language.ts'

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

/** Comments of one page on home and on a past question. */
export const HOME_COMMENTS = 50
export const DETAILS_COMMENTS = 200

/** Address of a question's own page, without origin and language. */
export const questionPath = (questionId: string): string => `/theme_details?themeID=${questionId}`

/** The page that has a question's composer alone. */
export const composerPath = (questionId: string): string => `/add_post?themeID=${questionId}`

export function questionText(question: Texts, language: Language): string {
  return inLanguage(question, question.questionTranslations, language).text
}

/** The question in each language but one; a language without a text of its own is left out. */
export function otherTexts(
  question: Texts,
  language: Language,
): { language: Language; text: string }[] {
  const seen = new Set([questionText(question, language)])
  // A missing text is given as the fallback's, so that one goes first.
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
