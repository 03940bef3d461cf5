import type { Language } from './language.ts'
import { cleanQuestionText, questionTextProblem } from './question-pool.ts'
import { writtenLanguage } from './written-language.ts'

/** Questions that people suggest (`docs/product.md#suggest-a-question`). */

export const suggestionStates = ['waiting', 'chosen', 'declined'] as const

interface SuggestedQuestion {
  /** As it is stored. */
  text: string
  language: Language
  problem: ReturnType<typeof questionTextProblem>
}

/** A suggested text with its language and what is wrong with it. @param page the language of the page with the form */
export function suggestedQuestion(typed: string, page: Language): SuggestedQuestion {
  const text = cleanQuestionText(typed)
  const language = writtenLanguage(text, page)
  return { text, language, problem: questionTextProblem(text, language) }
}
