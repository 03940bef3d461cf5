import { epochSeconds } from '../../../domain/durations.ts'
import { deviceNames } from '../../../domain/user.ts'
import { now } from '../../config/clock.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { endSessions } from '../../identity/sessions.ts'

const SESSIONS = `
  SELECT id AS sessionId, device_name AS deviceName, created_at AS createdAt, COALESCE(used_at, created_at) AS usedAt
  FROM session WHERE user_id = ?1 AND expires_at > ?2 AND ends_at > ?2
  ORDER BY id = ?3 DESC, usedAt DESC, id LIMIT 100`

interface SessionRow {
  sessionId: string
  deviceName: string | null
  createdAt: number
  usedAt: number
}

export const listSessions: Handler<'listSessions'> = async (c) => {
  const { userId, sessionId: current } = c.var.person
  const { results } = await c.env.DB.prepare(SESSIONS)
    .bind(userId, now(c.env), current)
    .all<SessionRow>()
  return results.map(({ sessionId, deviceName, createdAt, usedAt }) => ({
    sessionId,
    deviceName: deviceNames.find((name) => name === deviceName),
    signedInAt: epochSeconds(createdAt),
    usedAt: epochSeconds(usedAt),
    isCurrent: sessionId === current,
  }))
}

/** @throws ServiceError dataNotFound for an ended session, or another person's */
export const endSession: Handler<'endSession'> = async (c, { sessionId }) => {
  const ended = await c.env.DB.prepare(
    'DELETE FROM session WHERE id = ?1 AND user_id = ?2 RETURNING id',
  )
    .bind(sessionId, c.var.person.userId)
    .first()
  if (!ended) throw new ServiceError('dataNotFound')
}

export const endOtherSessions: Handler<'endOtherSessions'> = async (c) => {
  const { userId, sessionId } = c.var.person
  await endSessions(c.env, userId, sessionId).run()
}
