import { z } from 'zod'
import { defineCalls, results, posts } from '../call.ts'
import { pageLanguageHeader, daySchema } from '../fields.ts'
import { sample } from '../examples.ts'
import { languages } from '../../domain/language.ts'
import { suggestionStates } from '../../domain/suggestion.ts'

const suggested = {
  suggestionId: z.string(),
  day: daySchema,
  text: z.string(),
  lang: z.enum(languages).describe('language of the text'),
  isCredited: z.boolean().describe('the question’s page may name the person'),
}

export const ownSuggestionSchema = z
  .strictObject({ ...suggested, state: z.enum(suggestionStates) })
  .meta({ id: 'OwnSuggestion' })
export type OwnSuggestion = z.infer<typeof ownSuggestionSchema>

/** As editors see it: without its author. */
export const suggestionSchema = z.strictObject(suggested).meta({ id: 'Suggestion' })
export type Suggestion = z.infer<typeof suggestionSchema>

export const suggestionCalls = defineCalls('comment', {
  suggestQuestion: {
    endpoint: 'POST /suggestion',
    summary: 'Suggest a question, one a day',
    description:
      'The same text twice on a day is one. 406 with the field `text` for one that no card has room for, with `words` or ' +
      '`links` where a filter refuses it.',
    access: 'member',
    limits: posts,
    headers: pageLanguageHeader,
    body: z.strictObject({
      text: z.string().max(1000),
      isCredited: z.boolean().describe('the question’s page may name the caller'),
    }),
    success: results(z.array(ownSuggestionSchema).length(1), 'the suggestion'),
    errors: ['tooManyAttempts'],
    example: { text: '最近、だれかに教えたくなったことは？', isCredited: true },
  },
  listOwnSuggestions: {
    endpoint: 'GET /suggestion',
    summary: 'The caller’s newest suggestions',
    access: 'author',
    success: results(z.array(ownSuggestionSchema), 'newest first'),
  },
  withdrawSuggestion: {
    endpoint: 'DELETE /suggestion',
    hasNoRules: true,
    summary: 'Withdraw a suggestion that waits; another one may take its day',
    access: 'author',
    body: z.strictObject({ suggestionId: z.string() }),
    success: { status: 205, about: 'withdrawn' },
    errors: ['dataNotFound'],
    example: { suggestionId: sample.suggestionId },
  },
})
