import type { Handler } from '../../http/create-service.ts'
import { now } from '../../config/clock.ts'
import type { SocialSession } from '../../../contract/schemas.ts'
import { ServiceError, type ServiceContext } from '../../http/service.ts'
import { isConstraintFailure } from '../../db/database.ts'
import { emailKey, isValidEmail } from '../../../domain/email.ts'
import { type SignIn, signInOf } from '../../identity/sign-in.ts'
import { noteBrowser } from '../../identity/security-mail.ts'
import { openSession } from '../../identity/sessions.ts'
import { acceptIdToken, type Claims } from './id-token.ts'
import { createAccount, linkIdentity } from './registration.ts'
import { type AccountState, accountState, requireActive } from '../../identity/authorize.ts'

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
  const signIn = await signInOf(c)
  const person = await knownPerson(env, claims)
  if (person) return signInAs(c, person, signIn)
  try {
    return await admit(c, claims, signIn, mayRegister)
  } catch (error) {
    // A concurrent exchange may have created the account since the lookup.
    const mayExist =
      isConstraintFailure(error, 'social_identity.issuer, social_identity.subject') ||
      (error instanceof ServiceError && error.error === 'emailTaken')
    const existing = mayExist ? await knownPerson(env, claims) : undefined
    if (!existing) throw error
    return signInAs(c, existing, signIn)
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

async function signInAs(
  c: ServiceContext,
  person: PersonRow,
  signIn: SignIn,
  before: D1PreparedStatement[] = [],
): Promise<SocialSession> {
  requireActive(person, { suspended: signIn.admitsSuspended })
  const { tokens, statement } = await openSession(c.env, person.id, signIn)
  await c.env.DB.batch([...before, statement])
  noteBrowser(c, person.id, signIn)
  return { ...tokens, username: person.username, registered: false }
}

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
  signIn: SignIn,
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
    return signInAs(c, holder, signIn, [linkIdentity(env, claims, holder.id)])
  }
  // The provider has verified the address, so the error may reveal its account.
  if (isHeld) throw new ServiceError('emailTaken')
  if (!mayRegister) throw new ServiceError('dataNotFound')
  const session = await createAccount(
    c,
    { email, passwordHash: null, identity: { issuer, subject } },
    signIn,
  )
  return { ...session, registered: true }
}
