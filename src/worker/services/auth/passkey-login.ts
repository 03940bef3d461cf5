import { now } from '../../config/clock.ts'
import { batchOrRefuse, requireState } from '../../db/database.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { type AccountState, accountState, requireActive } from '../../identity/authorize.ts'
import { challengeOf, verifiedCounter } from '../../identity/passkeys.ts'
import { noteBrowser } from '../../identity/security-mail.ts'
import { openSession } from '../../identity/sessions.ts'
import { boundBrowser, browserHashOf, signInOf } from '../../identity/sign-in.ts'

/** Binds the challenge to the browser's cookie. */
export const beginPasskeyLogin: Handler<'beginPasskeyLogin'> = async (c) =>
  challengeOf(c, (await boundBrowser(c)) ?? (await browserHashOf(c)) ?? '')

const STORED = `
  SELECT passkey.user_id AS userId, passkey.public_key AS publicKey, passkey.counter, ${accountState('?2')}
  FROM passkey JOIN user ON user.id = passkey.user_id WHERE passkey.id = ?1`

interface StoredPasskey extends AccountState {
  userId: string
  publicKey: string
  counter: number
}

/** Not removed since, and no later counter has arrived. */
const IS_CURRENT = 'EXISTS (SELECT 1 FROM passkey WHERE id = ?1 AND (counter < ?2 OR ?2 = 0))'
const NOTE_USE = 'UPDATE passkey SET counter = ?2, used_at = ?3 WHERE id = ?1'

/**
 * Signs in by a passkey.
 * @throws ServiceError dataNotFound for one that is unknown or removed, authorizationFailed; then as `login`
 */
export const loginWithPasskey: Handler<'loginWithPasskey'> = async (c, input) => {
  const { env } = c
  const nowMs = now(env)
  const stored = await env.DB.prepare(STORED).bind(input.passkeyId, nowMs).first<StoredPasskey>()
  if (!stored) throw new ServiceError('dataNotFound')
  const { userId } = stored
  const counter = await verifiedCounter(c, (await browserHashOf(c)) ?? '', input, stored)
  const signIn = await signInOf(c)
  requireActive(stored, { suspended: signIn.admitsSuspended })

  const { tokens, statement } = await openSession(env, userId, signIn)
  const statements = [
    requireState(env, IS_CURRENT, input.passkeyId, counter),
    env.DB.prepare(NOTE_USE).bind(input.passkeyId, counter, nowMs),
    statement,
  ]
  await batchOrRefuse(env, statements, () => new ServiceError('authorizationFailed'))
  noteBrowser(c, userId, signIn)
  return tokens
}
