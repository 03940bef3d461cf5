import type { authCalls } from '../../../contract/calls/auth.ts'
import { emailKey } from '../../../domain/email.ts'
import { now } from '../../config/clock.ts'
import { isBanned, isSuspended } from '../../db/suspension.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { hashPassword, verifyPassword } from '../../identity/password-hash.ts'
import { endSession, openSession } from '../../identity/sessions.ts'
import { expectFailure, type SignIn, signInOf } from '../../identity/sign-in.ts'

export interface AccountState {
  activated_at: number | null
  removed_at: number | null
  /** 1 while a pause or a ban is active; `banned` for a ban only. */
  suspended: number
  banned: number
}

/** Columns of `AccountState` in a query on `user`; `?2` is now in epoch milliseconds. */
export const ACCOUNT_STATE = `user.activated_at, user.removed_at,
  ${isSuspended('?2')} AS suspended,
  ${isBanned('?2')} AS banned`

/**
 * Call only after authentication: the error reveals the account's state. Suspended people may sign in for access
 * `author` (`docs/product.md#notices-and-appeals`).
 * @throws ServiceError userRemoved, userBanned, userTemporarilyBanned, userNotActivated
 */
export function requireActiveAccount(
  person: AccountState,
  { admitsSuspended }: Pick<SignIn, 'admitsSuspended'>,
): void {
  if (person.removed_at !== null) throw new ServiceError('userRemoved')
  if (person.suspended && !admitsSuspended)
    throw new ServiceError(person.banned ? 'userBanned' : 'userTemporarilyBanned')
  if (person.activated_at === null) throw new ServiceError('userNotActivated')
}

/** Accepts an expired access token. */
export const logout: Handler<typeof authCalls.logout> = async (c) => {
  await endSession(c.env, c.var.person.sessionId).run()
}

const ACCOUNT = `SELECT id, password_hash, ${ACCOUNT_STATE} FROM user WHERE email_key = ?1`

interface Account extends AccountState {
  id: string
  password_hash: string | null
}

/**
 * Signs in by address and password.
 * @throws ServiceError invalidEmailOrPassword, tooManyAttempts; only after a right password: userRemoved, userBanned,
 *   userTemporarilyBanned, userNotActivated
 */
export const login: Handler<typeof authCalls.login> = async (c, { email, password }) => {
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
  const signIn = signInOf(c.req.raw.headers)
  requireActiveAccount(account, signIn)

  const { tokens, statement } = await openSession(c.env, account.id, signIn)
  await statement.run()
  if (!outcome.isCurrent) c.executionCtx.waitUntil(renewHash(c.env, account, password))
  return tokens
}

/** Rehashes with the current parameters, unless the password has changed or the queue is full. */
async function renewHash(env: Env, account: Account, password: string): Promise<void> {
  const renewed = await hashPassword(env, password).catch(() => undefined)
  if (!renewed) return
  await env.DB.prepare('UPDATE user SET password_hash = ?2 WHERE id = ?1 AND password_hash = ?3')
    .bind(account.id, renewed, account.password_hash)
    .run()
}
