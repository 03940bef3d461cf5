import type { PlannedWindow } from '../../../contract/calls/operator-announcements.ts'
import { maintainedServices, windowProblem } from '../../../domain/maintenance.ts'
import { audit } from '../../cases/audit.ts'
import { now } from '../../config/clock.ts'
import { batchOrRefuse, requireState } from '../../db/database.ts'
import type { Handler } from '../../http/create-service.ts'
import { notAvailable } from '../../http/service.ts'

const WINDOWS = `
  SELECT service, starts_at / 1000 AS start, ends_at / 1000 AS end FROM maintenance_window
  WHERE service IN (SELECT value FROM json_each(?2)) AND starts_at IS NOT NULL AND ends_at > ?1
  ORDER BY service`
const SET = `
  INSERT INTO maintenance_window (service, starts_at, ends_at) VALUES (?1, ?2, ?3)
  ON CONFLICT (service) DO UPDATE SET starts_at = excluded.starts_at, ends_at = excluded.ends_at`
/** The current window is the one that the operator has seen. */
const IS_SEEN = `
  (SELECT max(starts_at) FROM maintenance_window WHERE service = ?1 AND ends_at > ?2) IS ?3
  AND (SELECT max(ends_at) FROM maintenance_window WHERE service = ?1 AND ends_at > ?2) IS ?4`
const CLEAR = 'DELETE FROM maintenance_window WHERE service = ?1'

export const listWindows: Handler<'listWindows'> = async (c) => {
  const { results } = await c.env.DB.prepare(WINDOWS)
    .bind(now(c.env), JSON.stringify(maintainedServices))
    .all<PlannedWindow>()
  return results
}

/** @throws ServiceError dataNotAvailable (`window`, and `replaces` when another one is set) */
export const planWindow: Handler<'planWindow'> = async (c, { service, window, replaces }) => {
  const { env } = c
  const caller = c.var.person
  const nowMs = now(env)
  if (window && windowProblem(window, nowMs)) throw notAvailable('window')
  const seen = replaces ? [replaces.start * 1000, replaces.end * 1000] : [null, null]
  const changes = [
    requireState(env, IS_SEEN, service, nowMs, ...seen),
    window
      ? env.DB.prepare(SET).bind(service, window.start * 1000, window.end * 1000)
      : env.DB.prepare(CLEAR).bind(service),
    window
      ? audit(env, caller, 'maintenance.set', service, `${window.start} to ${window.end}`)
      : audit(env, caller, 'maintenance.clear', service),
  ]
  const refusal = () => notAvailable('replaces')
  await batchOrRefuse(env, changes, refusal)
}
