import { languages } from '../../domain/language.ts'

/**
 * SQL: a JSON object with a question's value in every language, `null` where it has no text. Each language costs one
 * row; a scan of the question's texts would read one more to find their end.
 * @param value SQL of JSON from a row of `question_text`
 */
export function textsByLanguage(value: string, questionId: string): string {
  const entries = languages.map(
    (language) => `'${language}', json((SELECT ${value} FROM question_text
      WHERE question_text.question_id = ${questionId} AND language = '${language}'))`,
  )
  return `json_object(${entries.join(', ')})`
}
