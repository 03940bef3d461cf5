import { type Decision, decisionSchema } from '../../contract/case-schemas.ts'
import { MAX_AHEAD_MS } from '../../domain/announcement.ts'
import type { DecisionAction, FoundBy, GroundKind, Role } from '../../domain/moderation.ts'
import { now } from '../config/clock.ts'
import { newId } from '../db/id.ts'
import { shownRow } from '../db/shown-row.ts'
import { notAvailable } from '../http/service.ts'

/**
 * End of a pause within a year, epoch milliseconds; `null` for other decisions, which have none.
 * @throws ServiceError dataNotAvailable (`until`)
 */
export function suspensionEnd(
  env: Env,
  isPause: boolean,
  until: number | undefined,
): number | null {
  const aheadMs = until === undefined ? undefined : until * 1000 - now(env)
  const isRight = isPause
    ? aheadMs !== undefined && aheadMs > 0 && aheadMs <= MAX_AHEAD_MS
    : aheadMs === undefined
  if (!isRight) throw notAvailable('until')
  return until === undefined ? null : until * 1000
}

const INSERT = `
  INSERT INTO decision (id, case_id, moderator_id, action, ends_at, ground_kind, ground, explanation, found_by_filter,
    found_by_request, created_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 IS 'filter', ?9 IS 'request', ?10)`

/** `endsAt` in epoch milliseconds. */
export interface NewDecision {
  id: string
  caseId: string
  moderatorId: string
  action: DecisionAction | 'reverse'
  endsAt: number | null
  ground: { kind: GroundKind; text: string } | undefined
  explanation: string
  /** Of a decision about a post. */
  foundBy?: FoundBy
}

export function insertDecision(env: Env, decision: NewDecision): D1PreparedStatement {
  const { ground } = decision
  return env.DB.prepare(INSERT).bind(
    decision.id,
    decision.caseId,
    decision.moderatorId,
    decision.action,
    decision.endsAt,
    ground?.kind ?? null,
    ground?.text ?? '',
    decision.explanation,
    decision.foundBy ?? null,
    now(env),
  )
}

const INSERT_SUSPENSION = `
  INSERT INTO ban (id, user_id, starts_at, ends_at, reason, role) VALUES (?1, ?2, ?3, ?4, ?5, ?6)`

/**
 * Shares the decision's id, so that a reversal finds it. Without an end it is a ban.
 * @param role of the person who decides at the people desk; NULL for a case about a post
 */
export function insertSuspension(
  env: Env,
  decision: NewDecision,
  userId: string,
  role?: Role,
): D1PreparedStatement {
  const { id, endsAt, ground } = decision
  return env.DB.prepare(INSERT_SUSPENSION).bind(
    id,
    userId,
    now(env),
    endsAt,
    ground?.text ?? '',
    role ?? null,
  )
}

/** SQL: a ban has taken the place of this pause; the times of one transaction can differ. */
const isReplaced = `(decision.action = 'pause' AND EXISTS (SELECT 1 FROM decision AS ban
  WHERE ban.action = 'ban' AND ban.created_at BETWEEN decision.ended_at - 1000 AND decision.ended_at + 1000
    AND (SELECT author_id FROM moderation_case WHERE id = ban.case_id)
      = (SELECT author_id FROM moderation_case WHERE id = decision.case_id)))`

/** SQL: a decision as JSON, with `null` for what it lacks. */
export const decisionJson = `json_object(
  'decisionId', decision.id, 'action', decision.action, 'until', decision.ends_at / 1000,
  'endedAt', decision.ended_at / 1000, 'isReplaced', nullif(${isReplaced}, 0),
  'isUpheld', nullif(EXISTS (SELECT 1 FROM appeal WHERE decision_id = decision.id AND outcome = 'upheld'), 0),
  'ground', iif(decision.ground_kind IS NULL, NULL, json_object('kind', decision.ground_kind, 'text', decision.ground)),
  'explanation', decision.explanation,
  'foundByFilter', decision.found_by_filter, 'foundByRequest', nullif(decision.found_by_request, 0),
  'decidedAt', decision.created_at / 1000)`

export interface DecisionRow {
  /** JSON. */
  decision: string
  moderator: string | null
}

/** Only moderators see the moderator's name. */
export const toDecision = (row: DecisionRow, isForModerators: boolean): Decision =>
  shownRow(decisionSchema, {
    ...(JSON.parse(row.decision) as object),
    moderator: isForModerators ? row.moderator : null,
  })

const SET_ENDED_AT = `
  UPDATE decision SET ended_at = ?2 WHERE id IN (SELECT value FROM json_each(?1)) AND EXISTS (
    SELECT 1 FROM ban WHERE ban.id = decision.id AND (ban.ends_at IS NULL OR ban.ends_at > ?2))`

const DELETE_SUSPENSIONS = 'DELETE FROM ban WHERE id IN (SELECT value FROM json_each(?1))'

export function endSuspensions(env: Env, ids: readonly string[]): D1PreparedStatement[] {
  const list = JSON.stringify(ids)
  return [
    env.DB.prepare(SET_ENDED_AT).bind(list, now(env)),
    env.DB.prepare(DELETE_SUSPENSIONS).bind(list),
  ]
}

const INSERT_NOTICE = `
  INSERT INTO notice (id, user_id, kind, case_id, decision_id, reference, created_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`

export function notifyAuthor(
  env: Env,
  userId: string,
  kind: 'decision' | 'appeal' | 'inquiry',
  about: { caseId: string; decisionId?: string; reference?: string },
): D1PreparedStatement {
  const { caseId, decisionId = null, reference = null } = about
  return env.DB.prepare(INSERT_NOTICE).bind(
    newId(),
    userId,
    kind,
    caseId,
    decisionId,
    reference,
    now(env),
  )
}
