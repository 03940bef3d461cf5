import { moderationCalls } from '../../../contract/calls/moderation.ts'
import { MUTES_PER_PERSON } from '../../../domain/moderation.ts'
import { createService, type Handler } from '../../http/create-service.ts'
import * as caseDetail from './case-detail.ts'
import * as cases from './cases.ts'
import * as decideAppeal from './decide-appeal.ts'
import * as decideCase from './decide-case.ts'
import * as notices from './notices.ts'
import * as reports from './reports.ts'
import * as requestRemoval from './requests.ts'
import { mutedPersonSchema } from '../../../contract/moderation-schemas.ts'
import { now } from '../../config/clock.ts'
import { shownRows } from '../../db/shown-row.ts'
import { ServiceError, notAvailable } from '../../http/service.ts'

const LIST = `
  SELECT user.id AS userId, user.username, mute.created_at / 1000 AS mutedAt
  FROM mute JOIN user ON user.id = mute.muted_id
  WHERE mute.user_id = ?1 AND user.removed_at IS NULL
  ORDER BY mute.created_at DESC, user.id LIMIT ${MUTES_PER_PERSON}`

const STATE = `
  SELECT
    EXISTS (SELECT 1 FROM user WHERE id = ?2 AND removed_at IS NULL) AS isThere,
    EXISTS (SELECT 1 FROM mute WHERE user_id = ?1 AND muted_id = ?2) AS isMuted,
    (SELECT count(*) FROM mute WHERE user_id = ?1) AS count`

/** Includes the limit, so that it holds under concurrency. */
const MUTE = `
  INSERT INTO mute (user_id, muted_id, created_at)
  SELECT ?1, user.id, ?3 FROM user
  WHERE user.id = ?2 AND user.removed_at IS NULL
    AND (SELECT count(*) FROM mute WHERE user_id = ?1) < ${MUTES_PER_PERSON}
  ON CONFLICT DO NOTHING`

const UNMUTE = 'DELETE FROM mute WHERE user_id = ?1 AND muted_id = ?2'

interface State {
  isThere: number
  isMuted: number
  count: number
}

const listMutes: Handler<'listMutes'> = (c) =>
  shownRows(mutedPersonSchema, c.env.DB.prepare(LIST).bind(c.var.person.userId))

/**
 * Mutes a person. Idempotent.
 * @throws ServiceError userPrivilegeNotFound for oneself, dataNotFound, dataNotAvailable (`userId`) beyond the limit
 *   (`docs/product.md#mute`)
 */
const mute: Handler<'mute'> = async (c, { userId: other }) => {
  const { person } = c.var
  const row = await c.env.DB.prepare(STATE).bind(person.userId, other).first<State>()
  if (other === person.userId) throw new ServiceError('userPrivilegeNotFound')
  if (!row?.isThere) throw new ServiceError('dataNotFound')
  if (row.isMuted) return
  const full = notAvailable('userId')
  if (row.count >= MUTES_PER_PERSON) throw full
  await c.env.DB.prepare(MUTE).bind(person.userId, other, now(c.env)).run()
}

const unmute: Handler<'unmute'> = async (c, { userId: other }) => {
  await c.env.DB.prepare(UNMUTE).bind(c.var.person.userId, other).run()
}

/** `docs/decisions/0015-moderation.md` */
export const moderationService = createService(moderationCalls, {
  ...caseDetail,
  ...cases,
  ...decideAppeal,
  ...decideCase,
  ...notices,
  ...reports,
  ...requestRemoval,
  listMutes,
  mute,
  unmute,
})
