import { languages } from '../../domain/language.ts'
import { isFurther, type Texts } from '../../domain/texts-by-language.ts'

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

/** Texts from a JSON object: a further language that is missing is left out, English and Japanese are '' then. */
export function textsOf(json: string): Texts {
  const stored = JSON.parse(json) as Record<string, string | null>
  const entries = languages.flatMap((language) => {
    const text = stored[language] ?? (isFurther(language) ? undefined : '')
    return text === undefined ? [] : [[language, text] as const]
  })
  return Object.fromEntries(entries) as Texts
}
