import type { authCalls } from '../../../contract/calls/auth.ts'
import type { Handler } from '../../http/create-service.ts'
import { now } from '../../config/clock.ts'
import { ServiceError } from '../../http/service.ts'
import { signInOf } from '../../identity/sign-in-headers.ts'
import { hashPassword, verifyPassword } from '../../identity/password-hash.ts'
import { openSession } from '../../identity/sessions.ts'
import { emailKey } from '../../../domain/email.ts'
import { expectFailure } from '../../identity/sign-in-failures.ts'
import { requireActiveAccount, ACCOUNT_STATE, type AccountState } from './account-state.ts'

const ACCOUNT = `SELECT id, password_hash, ${ACCOUNT_STATE} FROM user WHERE email_key = ?1`

interface Account extends AccountState {
  id: string
  password_hash: string | null
}

/**
 * Signs in by address and password.
 * @throws ServiceError invalidEmailOrPassword, tooManyAttempts; after a right password only: userRemoved, userBanned,
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

/** Stores the password's hash under today's parameters, unless it has changed meanwhile or too many hashes wait. */
async function renewHash(env: Env, account: Account, password: string): Promise<void> {
  const renewed = await hashPassword(env, password).catch(() => undefined)
  if (!renewed) return
  await env.DB.prepare('UPDATE user SET password_hash = ?2 WHERE id = ?1 AND password_hash = ?3')
    .bind(account.id, renewed, account.password_hash)
    .run()
}
