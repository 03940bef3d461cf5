import type { Suggestion } from '../../../contract/calls/suggestion.ts'
import { audit } from '../../cases/audit.ts'
import { now } from '../../config/clock.ts'
import { batchOrRefuse, requireState } from '../../db/database.ts'
import { newId } from '../../db/id.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'

/** The bound lets SQLite use the partial index. */
const LIST = `
  SELECT id AS suggestionId, day, text, language AS lang, is_credited AS isCredited
  FROM suggestion WHERE decided_at IS NULL AND created_at > 0 ORDER BY created_at, id LIMIT ?1 OFFSET ?2`

export const listSuggestions: Handler<'listSuggestions'> = async (c, { offset, limit }) => {
  const { results } = await c.env.DB.prepare(LIST)
    .bind(limit, offset)
    .all<Omit<Suggestion, 'isCredited'> & { isCredited: number }>()
  return results.map((row) => ({ ...row, isCredited: row.isCredited === 1 }))
}

const WAITS = 'EXISTS (SELECT 1 FROM suggestion WHERE id = ?1 AND decided_at IS NULL)'
const DECIDE = 'UPDATE suggestion SET decided_at = ?2, pack_question_id = ?3 WHERE id = ?1'
const NOTIFY = `
  INSERT INTO notice (id, user_id, kind, case_id, created_at)
  SELECT ?2, user_id, 'suggestion', id, ?3 FROM suggestion WHERE id = ?1`

/**
 * Accepts a suggestion as a pool question and notifies its author. The first statement is a `requireState`.
 * @param poolId the question, added earlier in the batch
 */
export const chooseSuggestion = (env: Env, suggestionId: string, poolId: string) => [
  requireState(env, WAITS, suggestionId),
  env.DB.prepare(DECIDE).bind(suggestionId, now(env), poolId),
  env.DB.prepare(NOTIFY).bind(suggestionId, newId(), now(env)),
]

export const isWaiting = async (env: Env, suggestionId: string): Promise<boolean> =>
  (await env.DB.prepare(`SELECT ${WAITS} AS waits`).bind(suggestionId).first('waits')) === 1

/** @throws ServiceError dataNotFound for a missing or decided one */
export const declineSuggestion: Handler<'declineSuggestion'> = async (c, { suggestionId }) => {
  const { env } = c
  const caller = c.var.person
  const statements = [
    requireState(env, WAITS, suggestionId),
    env.DB.prepare(DECIDE).bind(suggestionId, now(env), null),
    audit(env, caller, 'suggestion.decline', suggestionId),
  ]
  await batchOrRefuse(env, statements, () => new ServiceError('dataNotFound'))
}
