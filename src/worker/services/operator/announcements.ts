import { MINUTE_MS, epochSeconds } from '../../../domain/durations.ts'
import type { Announcement } from '../../../contract/calls/operator-announcements.ts'
import {
  ANNOUNCEMENT_MS,
  announcementProblem,
  cleanAnnouncement,
  MAX_AHEAD_MS,
} from '../../../domain/announcement.ts'
import { audit } from '../../cases/audit.ts'
import { now } from '../../config/clock.ts'
import { batchOrRefuse, isConstraintFailure, requireState } from '../../db/database.ts'
import { newId } from '../../db/id.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, notAvailable } from '../../http/service.ts'
import { textsOf } from '../../db/question.ts'

const SELECT = `
  SELECT id AS announcementId, starts_at / 1000 AS startsAt, withdrawn_at IS NOT NULL AS isWithdrawn,
    (SELECT json_group_object(language, text) FROM announcement_text
      WHERE announcement_id = announcement.id) AS texts
  FROM announcement`

const CURRENT = `${SELECT} WHERE withdrawn_at IS NULL AND starts_at <= ?1 AND starts_at > ?2
  ORDER BY starts_at DESC LIMIT 1`
const LIST = `${SELECT} WHERE starts_at > ?1 ORDER BY starts_at DESC LIMIT 50`
const ADD = 'INSERT INTO announcement (id, starts_at) VALUES (?1, ?2)'
const ADD_TEXTS = `
  INSERT INTO announcement_text (announcement_id, language, text)
  SELECT ?1, key, value FROM json_each(?2)`
const WITHDRAW = 'UPDATE announcement SET withdrawn_at = ?2 WHERE id = ?1'
const IS_ANNOUNCED = 'EXISTS (SELECT 1 FROM announcement WHERE id = ?1 AND withdrawn_at IS NULL)'

/** Tolerates a start this long ago: the operator chose it before sending. */
const START_TOLERANCE_MS = 2 * MINUTE_MS

interface Row {
  announcementId: string
  startsAt: number
  isWithdrawn: number
  texts: string
}

export const readAnnouncement: Handler<'readAnnouncement'> = async ({ env }) => {
  const row = await env.DB.prepare(CURRENT)
    .bind(now(env), now(env) - ANNOUNCEMENT_MS)
    .first<Row>()
  return row ? [{ startsAt: row.startsAt, texts: textsOf(row.texts) }] : []
}

export const listAnnouncements: Handler<'listAnnouncements'> = async (c) => {
  const nowMs = now(c.env)
  const { results } = await c.env.DB.prepare(LIST)
    .bind(nowMs - MAX_AHEAD_MS)
    .all<Row>()
  const newest = results.find(
    ({ startsAt, isWithdrawn }) => startsAt * 1000 <= nowMs && !isWithdrawn,
  )
  const stateOf = (row: Row): Announcement['state'] => {
    const ageMs = nowMs - row.startsAt * 1000
    if (row.isWithdrawn) return 'withdrawn'
    if (ageMs < 0) return 'coming'
    return row === newest && ageMs < ANNOUNCEMENT_MS ? 'shown' : 'over'
  }
  return results.map((row) => {
    const { announcementId, startsAt, texts } = row
    return { announcementId, startsAt, texts: textsOf(texts), state: stateOf(row) }
  })
}

/** @throws ServiceError dataNotAvailable (`texts`, `startsAt`) */
export const addAnnouncement: Handler<'addAnnouncement'> = async (c, written) => {
  const { env } = c
  const caller = c.var.person
  const entries = Object.entries(written.texts).flatMap(([language, text]) =>
    text === undefined ? [] : [[language, cleanAnnouncement(text)] as const],
  )
  if (entries.some(([, text]) => announcementProblem(text))) throw notAvailable('texts')
  const nowMs = now(env)
  const startsAt = (written.startsAt ?? epochSeconds(nowMs)) * 1000
  if (startsAt < nowMs - START_TOLERANCE_MS || startsAt > nowMs + MAX_AHEAD_MS)
    throw notAvailable('startsAt')
  const announcementId = newId()
  const texts = JSON.stringify(Object.fromEntries(entries))
  try {
    await env.DB.batch([
      env.DB.prepare(ADD).bind(announcementId, startsAt),
      env.DB.prepare(ADD_TEXTS).bind(announcementId, texts),
      audit(env, caller, 'announcement.add', announcementId),
    ])
  } catch (error) {
    if (!isConstraintFailure(error, 'announcement.starts_at')) throw error
    throw notAvailable('startsAt')
  }
  const state = startsAt > nowMs ? 'coming' : 'shown'
  return [{ announcementId, startsAt: startsAt / 1000, state, texts: textsOf(texts) }]
}

/** @throws ServiceError dataNotFound for none, or one that is already withdrawn */
export const withdrawAnnouncement: Handler<'withdrawAnnouncement'> = async (
  c,
  { announcementId },
) => {
  const { env } = c
  const caller = c.var.person
  const statements = [
    requireState(env, IS_ANNOUNCED, announcementId),
    env.DB.prepare(WITHDRAW).bind(announcementId, now(env)),
    audit(env, caller, 'announcement.withdraw', announcementId),
  ]
  await batchOrRefuse(env, statements, () => new ServiceError('dataNotFound'))
}
