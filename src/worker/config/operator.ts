import { z } from 'zod'
import { languages, type Language } from '../../domain/language.ts'

/**
 * The variables for the party responsible for a site: `npm run deploy` publishes none without them
 * (`docs/product.md#legal-pages`).
 */
export const operatorVariables = [
  'OPERATOR_NAME',
  'OPERATOR_ADDRESS',
  'OPERATOR_CONTACT',
  'OPERATOR_LAW',
] as const

/** One text for all languages, or one for each in the order of `languages`: `日本語 | English`. */
export const textByLanguage = z
  .string()
  .transform((text) => text.split('|').map((part) => part.trim()))
  .refine((parts) => parts.length <= languages.length && parts.every(Boolean), {
    error: `must be one text, or one for each language (${languages.join(', ')}) with | between them.`,
  })
  .transform((parts) => {
    const texts = languages.map((language, index) => [language, parts[index] ?? parts.at(-1)])
    return Object.fromEntries(texts) as Record<Language, string>
  })
