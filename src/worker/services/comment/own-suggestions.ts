import { ownSuggestionSchema } from '../../../contract/calls/suggestion.ts'
import { FIRST_LANGUAGE } from '../../../domain/language.ts'
import { tokyoDay, tokyoDayEnd } from '../../../domain/question-day.ts'
import { suggestedQuestion } from '../../../domain/suggestion.ts'
import { OWN_SUGGESTIONS } from '../../cases/own-record.ts'
import { now } from '../../config/clock.ts'
import { newId } from '../../db/id.ts'
import { shownRows } from '../../db/shown-row.ts'
import type { Handler } from '../../http/create-service.ts'
import { tooManyAttempts, ServiceError, notAvailable } from '../../http/service.ts'
import { judgeSuggestion, recordHit } from './filters.ts'

const ADD = `
  INSERT INTO suggestion (id, user_id, day, language, text, is_credited, created_at)
  SELECT ?1, id, ?3, ?4, ?5, ?6, ?7 FROM user WHERE id = ?2 AND removed_at IS NULL
  ON CONFLICT (user_id, day) DO NOTHING`

const SHOWN = 50

/**
 * Suggests a question (`docs/product.md#suggest-a-question`).
 * @throws ServiceError dataNotAvailable (`text`, or the name of the refusing filter), tooManyAttempts with
 *   `retryAfter` for a second one on the same day
 */
export const suggestQuestion: Handler<'suggestQuestion'> = async (
  c,
  { text: typed, isCredited },
  headers,
) => {
  const { env } = c
  const { userId, createdAt } = c.var.person
  const nowMs = now(env)
  const { text, language, problem } = suggestedQuestion(
    typed,
    headers.LanguageCode ?? FIRST_LANGUAGE,
  )
  if (problem) throw notAvailable('text')
  const verdict = await judgeSuggestion(env, createdAt, text)
  if (verdict) {
    await recordHit(env, verdict).run()
    throw notAvailable(verdict.filter)
  }
  const values = [newId(), userId, tokyoDay(nowMs), language, text, Number(isCredited), nowMs]
  await env.DB.prepare(ADD)
    .bind(...values)
    .run()
  const [stored] = await ownSuggestions(env, userId, 1)
  // Another text, or none if the account has just been deleted.
  if (stored?.day !== tokyoDay(nowMs) || stored.text !== text)
    throw tooManyAttempts(tokyoDayEnd(nowMs) - nowMs)
  return [stored]
}

const ownSuggestions = ({ DB }: Env, userId: string, count: number) =>
  shownRows(ownSuggestionSchema, DB.prepare(OWN_SUGGESTIONS).bind(userId, count))

export const listOwnSuggestions: Handler<'listOwnSuggestions'> = (c) =>
  ownSuggestions(c.env, c.var.person.userId, SHOWN)

const WITHDRAW = 'DELETE FROM suggestion WHERE id = ?1 AND user_id = ?2 AND decided_at IS NULL'

/** @throws ServiceError dataNotFound unless it is the caller's and undecided */
export const withdrawSuggestion: Handler<'withdrawSuggestion'> = async (c, { suggestionId }) => {
  const { userId } = c.var.person
  const { meta } = await c.env.DB.prepare(WITHDRAW).bind(suggestionId, userId).run()
  if (meta.changes === 0) throw new ServiceError('dataNotFound')
}
