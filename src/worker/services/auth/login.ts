import { emailKey } from '../../../domain/email.ts'
import { now } from '../../config/clock.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { type AccountState, accountState, requireActive } from '../../identity/authorize.ts'
import { hashPassword, verifyPassword } from '../../identity/password-hash.ts'
import { endSession, openSession } from '../../identity/sessions.ts'
import { noteBrowser } from '../../identity/security-mail.ts'
import { boundBrowser, browserHashOf, expectFailure, signInOf } from '../../identity/sign-in.ts'
import { batchOrRefuse, requireState } from '../../db/database.ts'
import { challengeOf, verifiedCounter } from '../../identity/passkeys.ts'

/** Accepts an expired access token. */
export const logout: Handler<'logout'> = async (c) => {
  await endSession(c.env, c.var.person.sessionId).run()
}

const ACCOUNT = `SELECT id, password_hash, ${accountState('?2')} FROM user WHERE email_key = ?1`

interface Account extends AccountState {
  id: string
  password_hash: string | null
}

/**
 * Signs in by address and password.
 * @throws ServiceError invalidEmailOrPassword, tooManyAttempts; only after a right password: userRemoved, userBanned,
 *   userTemporarilyBanned, userNotActivated
 */
export const login: Handler<'login'> = async (c, { email, password }) => {
  const forgive = await expectFailure(c.env, c.req.raw.headers, emailKey(email))
  const account = await c.env.DB.prepare(ACCOUNT).bind(emailKey(email), now(c.env)).first<Account>()
  const outcome = await verifyPassword(c.env, password, account?.password_hash ?? null).catch(
    async (error) => {
      await forgive()
      throw error
    },
  )
  if (!account || !outcome.isRight) throw new ServiceError('invalidEmailOrPassword')
  await forgive()
  const signIn = await signInOf(c)
  requireActive(account, { suspended: signIn.admitsSuspended })

  const { tokens, statement } = await openSession(c.env, account.id, signIn)
  await statement.run()
  noteBrowser(c, account.id, signIn)
  if (!outcome.isCurrent) c.executionCtx.waitUntil(renewHash(c.env, account, password))
  return tokens
}

export const loginByQuery: Handler<'loginByQuery'> = (c, credentials, headers) =>
  login(c, credentials, headers)

/** Rehashes with the current parameters, unless the password has changed or the queue is full. */
async function renewHash(env: Env, account: Account, password: string): Promise<void> {
  const renewed = await hashPassword(env, password).catch(() => undefined)
  if (!renewed) return
  await env.DB.prepare('UPDATE user SET password_hash = ?2 WHERE id = ?1 AND password_hash = ?3')
    .bind(account.id, renewed, account.password_hash)
    .run()
}

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
