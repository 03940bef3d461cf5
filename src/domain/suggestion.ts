import type { Language } from './language.ts'
import { cleanQuestionText, questionTextProblem } from './question-pool.ts'
import { writtenLanguage } from './written-language.ts'

export const suggestionStates = ['waiting', 'chosen', 'declined'] as const

/** @param page language of the form's page (`docs/product.md#suggest-a-question`) */
export function suggestedQuestion(typed: string, page: Language) {
  const text = cleanQuestionText(typed)
  const language = writtenLanguage(text, page)
  return { text, language, problem: questionTextProblem(text, language) }
}
