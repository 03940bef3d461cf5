import { passkeySchema } from '../../../contract/calls/passkey.ts'
import { openSessionSchema } from '../../../contract/calls/session.ts'
import { keychainOf } from '../../../domain/keychains.ts'
import { translator } from '../../../i18n/server.ts'
import { now } from '../../config/clock.ts'
import { shownRow } from '../../db/shown-row.ts'
import type { Handler } from '../../http/create-service.ts'
import { notAvailable, type ServiceContext, ServiceError } from '../../http/service.ts'
import { challengeOf, userHandle, verifiedPasskey } from '../../identity/passkeys.ts'
import { sendSecurityMail } from '../../identity/security-mail.ts'
import { endSessions, requireRecentSignIn } from '../../identity/sessions.ts'
import { deviceNames } from '../../../domain/user.ts'

const MAX_PASSKEYS = 10

const PASSKEYS = `
  SELECT id AS passkeyId, aaguid, created_at / 1000 AS createdAt, used_at / 1000 AS usedAt
  FROM passkey WHERE user_id = ?1 ORDER BY created_at DESC, id`

async function passkeysOf(env: Env, userId: string) {
  const statement = env.DB.prepare(PASSKEYS).bind(userId)
  return (await statement.all<{ passkeyId: string; aaguid: string }>()).results
}

export const listPasskeys: Handler<'listPasskeys'> = async (c) => {
  const rows = await passkeysOf(c.env, c.var.person.userId)
  return rows.map((row) => shownRow(passkeySchema, { ...row, keychain: keychainOf(row.aaguid) }))
}

const tooMany = () => notAvailable('passkeyId')

/** @throws ServiceError authorizationFailed without a recent sign-in, dataNotAvailable with ten passkeys */
export const beginPasskey: Handler<'beginPasskey'> = async (c) => {
  const { userId, sessionId } = c.var.person
  await requireRecentSignIn(c.env, sessionId)
  const passkeyIds = (await passkeysOf(c.env, userId)).map(({ passkeyId }) => passkeyId)
  if (passkeyIds.length >= MAX_PASSKEYS) throw tooMany()
  return { ...challengeOf(c, sessionId), userHandle: userHandle(userId), passkeyIds }
}

const ADD = `
  INSERT INTO passkey (id, user_id, public_key, counter, aaguid, created_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6
  WHERE (SELECT count(*) FROM passkey WHERE user_id = ?2) < ${MAX_PASSKEYS}
  ON CONFLICT DO NOTHING RETURNING id`

/**
 * Adds a passkey and notifies the owner by mail.
 * @throws ServiceError authorizationFailed, dataNotAvailable with ten passkeys, and for one that exists
 */
export const addPasskey: Handler<'addPasskey'> = async (c, input) => {
  const { userId, sessionId } = c.var.person
  await requireRecentSignIn(c.env, sessionId)
  const { id, publicKey, counter, aaguid } = await verifiedPasskey(c, sessionId, input)
  const added = await c.env.DB.prepare(ADD)
    .bind(id, userId, publicKey, counter, aaguid, now(c.env))
    .first()
  if (!added) throw tooMany()
  tellOwner(c, 'passkeyAdded', userId, aaguid)
}

const REMOVE = 'DELETE FROM passkey WHERE id = ?1 AND user_id = ?2 RETURNING aaguid'

/** @throws ServiceError dataNotFound for a removed passkey, or another person's */
export const removePasskey: Handler<'removePasskey'> = async (c, { passkeyId }) => {
  const { userId } = c.var.person
  const aaguid = await c.env.DB.prepare(REMOVE).bind(passkeyId, userId).first<string>('aaguid')
  if (aaguid === null) throw new ServiceError('dataNotFound')
  tellOwner(c, 'passkeyRemoved', userId, aaguid)
}

function tellOwner(
  c: ServiceContext,
  kind: 'passkeyAdded' | 'passkeyRemoved',
  userId: string,
  aaguid: string,
) {
  const keychain = keychainOf(aaguid)
  sendSecurityMail(c, {
    kind,
    userId,
    details: (language) => [translator(language)(`passkeys.keychain.${keychain}`)],
  })
}

const SESSIONS = `
  SELECT id AS sessionId, device_name AS deviceName, created_at / 1000 AS signedInAt,
    COALESCE(used_at, created_at) / 1000 AS usedAt, id = ?3 AS isCurrent
  FROM session WHERE user_id = ?1 AND expires_at > ?2 AND ends_at > ?2
  ORDER BY isCurrent DESC, COALESCE(used_at, created_at) DESC, id LIMIT 100`

export const listSessions: Handler<'listSessions'> = async (c) => {
  const { userId, sessionId } = c.var.person
  const { results } = await c.env.DB.prepare(SESSIONS)
    .bind(userId, now(c.env), sessionId)
    .all<{ deviceName: string | null }>()
  const known = (device: string | null) => deviceNames.find((name) => name === device)
  return results.map((row) =>
    shownRow(openSessionSchema, { ...row, deviceName: known(row.deviceName) }),
  )
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
