import { emailKey, isValidEmail } from '../../../domain/email.ts'
import { now } from '../../config/clock.ts'
import type { Handler } from '../../http/create-service.ts'
import { type ServiceContext, ServiceError } from '../../http/service.ts'
import { type AccountState, accountState, requireActive } from '../../identity/authorize.ts'
import { hashPassword, verifyPassword } from '../../identity/password-hash.ts'
import { endSession, openSession, type Tokens } from '../../identity/sessions.ts'
import { noteBrowser } from '../../identity/security-mail.ts'
import { boundBrowser, browserHashOf, expectFailure, signInOf } from '../../identity/sign-in.ts'
import { batchOrRefuse, isConstraintFailure, requireState } from '../../db/database.ts'
import { challengeOf, verifiedCounter } from '../../identity/passkeys.ts'
import type { SocialSession } from '../../../contract/schemas.ts'
import { acceptIdToken, type Claims } from './id-token.ts'
import { createAccount, linkIdentity } from './registration.ts'

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
  const tokens = await signInAs(c, account)
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
  challengeOf(c, boundBrowser(c) ?? browserHashOf(c) ?? '')

const STORED = `
  SELECT passkey.user_id AS id, passkey.public_key AS publicKey, passkey.counter, ${accountState('?2')}
  FROM passkey JOIN user ON user.id = passkey.user_id WHERE passkey.id = ?1`

interface StoredPasskey extends AccountState {
  id: string
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
  const counter = await verifiedCounter(c, browserHashOf(c) ?? '', input, stored)
  return signInAs(c, stored, [
    requireState(env, IS_CURRENT, input.passkeyId, counter),
    env.DB.prepare(NOTE_USE).bind(input.passkeyId, counter, nowMs),
  ])
}

/**
 * Opens a session of a person who is allowed to have one, in one transaction with the statements before.
 * @throws ServiceError userRemoved, userBanned, userTemporarilyBanned, userNotActivated; authorizationFailed for an
 *   unmet `requireState`
 */
async function signInAs(
  c: ServiceContext,
  account: AccountState & { id: string },
  before: D1PreparedStatement[] = [],
): Promise<Tokens> {
  const signIn = signInOf(c)
  requireActive(account, { suspended: signIn.admitsSuspended })
  const { tokens, statement } = openSession(c.env, account.id, signIn)
  const refusal = () => new ServiceError('authorizationFailed')
  await batchOrRefuse(c.env, [...before, statement], refusal)
  noteBrowser(c, account.id, signIn)
  return tokens
}

/**
 * Exchanges the provider's ID token for a session.
 * @param mayRegister whether an unknown person gets an account (`/user/with/google`) or dataNotFound
 * @throws ServiceError as `acceptIdToken`; dataNotFound, emailTaken; userRemoved, userBanned, userTemporarilyBanned
 */
async function exchange(
  c: ServiceContext,
  idToken: string,
  mayRegister: boolean,
): Promise<SocialSession> {
  const { env } = c
  const { headers } = c.req.raw
  const claims = await acceptIdToken(env, idToken, headers)
  const person = await knownPerson(env, claims)
  if (person) return knownSession(c, person)
  try {
    return await admit(c, claims, mayRegister)
  } catch (error) {
    // A concurrent exchange may have created the account since the lookup.
    const mayExist =
      isConstraintFailure(error, 'social_identity.issuer, social_identity.subject') ||
      (error instanceof ServiceError && error.error === 'emailTaken')
    const existing = mayExist ? await knownPerson(env, claims) : undefined
    if (!existing) throw error
    return knownSession(c, existing)
  }
}

export const continueWithGoogle: Handler<'continueWithGoogle'> = (c, body) =>
  exchange(c, body.idToken, true)

export const loginWithGoogle: Handler<'loginWithGoogle'> = (c, body) =>
  exchange(c, body.idToken, false)

interface PersonRow extends AccountState {
  id: string
  username: string
}

const BY_IDENTITY = `
  SELECT user.id, user.username, ${accountState('?2')} FROM social_identity JOIN user ON user.id = social_identity.user_id
  WHERE social_identity.issuer = ?1 AND social_identity.subject = ?3`

async function knownPerson(env: Env, { issuer, subject }: Claims): Promise<PersonRow | null> {
  return env.DB.prepare(BY_IDENTITY).bind(issuer, now(env), subject).first<PersonRow>()
}

const knownSession = async (
  c: ServiceContext,
  person: PersonRow,
  before?: D1PreparedStatement[],
): Promise<SocialSession> => ({
  ...(await signInAs(c, person, before)),
  username: person.username,
  registered: false,
})

const BY_EMAIL = `SELECT id, username, ${accountState('?2')} FROM user WHERE email_key = ?1`

/**
 * Admits a person's first sign-in with the provider. Replaces an unactivated account on the address; links an
 * activated one only if the provider is authoritative for the address.
 * @throws ServiceError authorizationFailed without a verified address, emailTaken, dataNotFound for a mere login;
 *   userRemoved, userBanned, userTemporarilyBanned
 */
export async function admit(
  c: ServiceContext,
  claims: Claims,
  mayRegister: boolean,
): Promise<SocialSession> {
  const { env } = c
  const { issuer, subject, email } = claims
  if (!email || !isValidEmail(email))
    throw new ServiceError(mayRegister ? 'authorizationFailed' : 'dataNotFound')
  const nowMs = now(env)
  const holder = await env.DB.prepare(BY_EMAIL).bind(emailKey(email), nowMs).first<PersonRow>()
  const isHeld = holder && (holder.activatedAt !== null || holder.removedAt !== null)
  if (isHeld && claims.isAuthoritative) {
    return knownSession(c, holder, [linkIdentity(env, claims, holder.id)])
  }
  // The provider has verified the address, so the error may reveal its account.
  if (isHeld) throw new ServiceError('emailTaken')
  if (!mayRegister) throw new ServiceError('dataNotFound')
  const account = { email, passwordHash: null, identity: { issuer, subject } }
  const session = await createAccount(c, account)
  return { ...session, registered: true }
}
