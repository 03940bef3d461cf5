import { epochSeconds } from '../../../domain/durations.ts'
import { APPEAL_TIME_MS } from '../../../domain/moderation.ts'
import { MIN_SCORE, newReference } from '../../cases/open-case.ts'
import { now } from '../../config/clock.ts'
import { batch } from '../../db/database.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, notAvailable } from '../../http/service.ts'
import { seal } from '../../keys/seal.ts'

const OWN = `
  FROM decision JOIN moderation_case ON moderation_case.id = decision.case_id
  WHERE decision.id = ?1 AND moderation_case.author_id = ?2 AND decision.action NOT IN ('none', 'reverse')`

/** ?5: now, ?6: start of the appeal period. A unique index on the decision allows one appeal. */
const INSERT = `
  INSERT INTO appeal (reference, decision_id, author_id, sealed_text, created_at)
  SELECT ?3, decision.id, ?2, ?4, ?5 ${OWN}
    AND decision.created_at > ?6 AND moderation_case.state = 'closed'
  ON CONFLICT (decision_id) DO NOTHING`

/** An appealed case returns to the queue and keeps its text until the appeal is decided. */
const REOPEN = `
  UPDATE moderation_case SET state = 'appealed', score = ${MIN_SCORE}, waiting_since = ?2, expires_at = NULL,
    version = version + 1
  WHERE state = 'closed' AND id = (
    SELECT decision.case_id FROM appeal JOIN decision ON decision.id = appeal.decision_id
    WHERE appeal.reference = ?1)
  RETURNING id`

/**
 * Appeals against a decision about one's own post, also while suspended.
 * @throws ServiceError dataNotFound; dataNotAvailable (`decisionId`) when it is too late or already appealed
 */
export const appeal: Handler<'appeal'> = async (c, { decisionId, text }) => {
  const { env } = c
  const { userId } = c.var.person
  const reference = newReference('A')
  const nowMs = now(env)
  const sealed = await seal(env, 'moderation', reference, text)
  const { own, reopened } = await batch<{ own: object; reopened: object }>(env.DB, {
    own: env.DB.prepare(`SELECT 1 ${OWN}`).bind(decisionId, userId),
    inserted: env.DB.prepare(INSERT).bind(
      decisionId,
      userId,
      reference,
      sealed,
      nowMs,
      nowMs - APPEAL_TIME_MS,
    ),
    reopened: env.DB.prepare(REOPEN).bind(reference, nowMs),
  })
  if (!own.results.length) throw new ServiceError('dataNotFound')
  if (!reopened.results.length) throw notAvailable('decisionId')
  return [{ reference, receivedAt: epochSeconds(nowMs) }]
}
