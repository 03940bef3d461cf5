import type { OwnSuggestion } from '../../contract/calls/suggestion.ts'
import type { Language } from '../../domain/language.ts'

/** SQL: the suggestions of a person, newest first. `?1` is the person, `?2` how many. */
export const OWN_SUGGESTIONS = `
  SELECT id AS suggestionId, day, text, language AS lang, is_credited AS isCredited,
    CASE WHEN decided_at IS NULL THEN 'waiting' WHEN pack_question_id IS NULL THEN 'declined' ELSE 'chosen' END AS state
  FROM suggestion WHERE user_id = ?1 ORDER BY day DESC LIMIT ?2`

export interface SuggestionRow {
  suggestionId: string
  day: string
  text: string
  lang: Language
  isCredited: number
  state: OwnSuggestion['state']
}

export const toOwnSuggestion = (row: SuggestionRow): OwnSuggestion => ({
  ...row,
  isCredited: row.isCredited === 1,
})
