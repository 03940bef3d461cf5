import { MINUTE_MS, epochSeconds } from '../../../domain/durations.ts'
import {
  type Announcement,
  announcementSchema,
  currentAnnouncementSchema,
  plannedWindowSchema,
} from '../../../contract/calls/operator-announcements.ts'
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
import { notAvailable, ServiceError } from '../../http/service.ts'
import { textsOf } from '../../db/question.ts'
import { shownRow, shownRows } from '../../db/shown-row.ts'
import { maintainedServices, windowProblem } from '../../../domain/maintenance.ts'

const SELECT = `
  SELECT id AS announcementId, starts_at / 1000 AS startsAt, withdrawn_at / 1000 AS withdrawnAt,
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
  withdrawnAt: number | null
}

export const readAnnouncement: Handler<'readAnnouncement'> = async ({ env }) => {
  const row = await currentRow(env)
  return row ? [shownRow(currentAnnouncementSchema, row)] : []
}

const currentRow = (env: Env) =>
  env.DB.prepare(CURRENT)
    .bind(now(env), now(env) - ANNOUNCEMENT_MS)
    .first<Row>()

export const listAnnouncements: Handler<'listAnnouncements'> = async (c) => {
  const nowMs = now(c.env)
  const { results } = await c.env.DB.prepare(LIST)
    .bind(nowMs - MAX_AHEAD_MS)
    .all<Row>()
  const newest = results.find(
    ({ startsAt, withdrawnAt }) => startsAt * 1000 <= nowMs && !withdrawnAt,
  )
  const stateOf = (row: Row): Announcement['state'] => {
    const ageMs = nowMs - row.startsAt * 1000
    if (row.withdrawnAt) return 'withdrawn'
    if (ageMs < 0) return 'coming'
    return row === newest && ageMs < ANNOUNCEMENT_MS ? 'shown' : 'over'
  }
  return results.map((row) => shownRow(announcementSchema, { ...row, state: stateOf(row) }))
}

/** @throws ServiceError dataNotAvailable (`texts`, `startsAt`, `seenId`) */
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
  const shownId = (await currentRow(env))?.announcementId ?? null
  if (written.seenId !== undefined && written.seenId !== shownId) throw notAvailable('seenId')
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
export const withdrawAnnouncement: Handler<'withdrawAnnouncement'> = async (c, input) => {
  const { env } = c
  const { announcementId } = input
  const caller = c.var.person
  const statements = [
    requireState(env, IS_ANNOUNCED, announcementId),
    env.DB.prepare(WITHDRAW).bind(announcementId, now(env)),
    audit(env, caller, 'announcement.withdraw', announcementId),
  ]
  await batchOrRefuse(env, statements, () => new ServiceError('dataNotFound'))
}

const WINDOWS = `
  SELECT service, starts_at / 1000 AS start, ends_at / 1000 AS end FROM maintenance_window
  WHERE service IN (SELECT value FROM json_each(?2)) AND starts_at IS NOT NULL AND ends_at > ?1
  ORDER BY service`
const SET_WINDOW = `
  INSERT INTO maintenance_window (service, starts_at, ends_at) VALUES (?1, ?2, ?3)
  ON CONFLICT (service) DO UPDATE SET starts_at = excluded.starts_at, ends_at = excluded.ends_at`
/** The current window is the one that the operator has seen. */
const IS_WINDOW_SEEN = `
  (SELECT max(starts_at) FROM maintenance_window WHERE service = ?1 AND ends_at > ?2) IS ?3
  AND (SELECT max(ends_at) FROM maintenance_window WHERE service = ?1 AND ends_at > ?2) IS ?4`
const CLEAR_WINDOW = 'DELETE FROM maintenance_window WHERE service = ?1'

export const listWindows: Handler<'listWindows'> = ({ env }) => {
  const windows = env.DB.prepare(WINDOWS).bind(now(env), JSON.stringify(maintainedServices))
  return shownRows(plannedWindowSchema, windows)
}

/** @throws ServiceError dataNotAvailable (`window`, and `replaces` when another one is set) */
export const planWindow: Handler<'planWindow'> = async (c, { service, window, replaces }) => {
  const { env } = c
  const caller = c.var.person
  const nowMs = now(env)
  if (window && windowProblem(window, nowMs)) throw notAvailable('window')
  const seen = replaces ? [replaces.start * 1000, replaces.end * 1000] : [null, null]
  const changes = [
    requireState(env, IS_WINDOW_SEEN, service, nowMs, ...seen),
    window
      ? env.DB.prepare(SET_WINDOW).bind(service, window.start * 1000, window.end * 1000)
      : env.DB.prepare(CLEAR_WINDOW).bind(service),
    window
      ? audit(env, caller, 'maintenance.set', service, `${window.start} to ${window.end}`)
      : audit(env, caller, 'maintenance.clear', service),
  ]
  await batchOrRefuse(env, changes, () => notAvailable('replaces'))
}
