import { z } from 'zod'
import { languages } from '../domain/language.ts'
import { suggestionStates } from '../domain/suggestion.ts'
import { daySchema } from './fields.ts'

const suggested = {
  suggestionId: z.string(),
  day: daySchema,
  text: z.string(),
  lang: z.enum(languages).meta({ description: 'language of the text' }),
  isCredited: z.boolean().meta({
    description: 'the question’s page may name the person',
  }),
}

/** A question that the caller has suggested. */
export const ownSuggestionSchema = z
  .strictObject({ ...suggested, state: z.enum(suggestionStates) })
  .meta({ id: 'OwnSuggestion' })
export type OwnSuggestion = z.infer<typeof ownSuggestionSchema>

/** The same as editors see it: without its person. */
export const suggestionSchema = z.strictObject(suggested).meta({ id: 'Suggestion' })
export type Suggestion = z.infer<typeof suggestionSchema>
