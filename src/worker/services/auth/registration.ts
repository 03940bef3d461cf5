import { emailKey } from '../../../domain/email.ts'
import { usernameKey, usernameSkeleton } from '../../../domain/username.ts'
import { now } from '../../config/clock.ts'
import { config } from '../../config/config.ts'
import { isConstraintFailure } from '../../db/database.ts'
import { newShortId, randomLetters } from '../../db/id.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, type ServiceContext } from '../../http/service.ts'
import {
  imitates,
  isEmailTaken,
  isRefusedUsername,
  UNACTIVATED_LIFETIME_MS,
} from '../../identity/availability.ts'
import { hashPassword } from '../../identity/password-hash.ts'
import { noteBrowser } from '../../identity/security-mail.ts'
import { openSession, type Tokens } from '../../identity/sessions.ts'
import { signInOf } from '../../identity/sign-in.ts'

/** @throws ServiceError emailTaken */
export const checkEmail: Handler<'checkEmail'> = async (c, query) => {
  if (await isEmailTaken(c.env, emailKey(query.email))) throw new ServiceError('emailTaken')
}

const TAKEN = 'SELECT 1 FROM user WHERE username_key = ?1 OR username_skeleton = ?2 LIMIT 1'

/** @throws ServiceError usernameTaken */
export const checkUsername: Handler<'checkUsername'> = async (c, query) => {
  if (isRefusedUsername(c.env, query.username)) throw new ServiceError('usernameTaken')
  const taken = await c.env.DB.prepare(TAKEN)
    .bind(usernameKey(query.username), imitates(c.env, usernameSkeleton(query.username)))
    .first()
  if (taken) throw new ServiceError('usernameTaken')
}

/** Creates an account that must be activated by code. @throws ServiceError emailTaken */
export const register: Handler<'register'> = async (c, { newEmail: email, newPassword }) => {
  if (await isEmailTaken(c.env, emailKey(email))) throw new ServiceError('emailTaken')
  const passwordHash = await hashPassword(c.env, newPassword)
  return createAccount(c, { email, passwordHash })
}

interface NewAccount {
  email: string
  passwordHash: string | null
  identity?: Identity
}

interface Identity {
  issuer: string
  subject: string
}

const CREATE = `
  INSERT INTO user
    (id, username, username_key, email, email_key, password_hash, created_at, activated_at, terms_version,
     username_skeleton)
  VALUES (?1, ?2, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`

const LINK =
  'INSERT INTO social_identity (issuer, subject, user_id, created_at) VALUES (?1, ?2, ?3, ?4)'

export const linkIdentity = (env: Env, { issuer, subject }: Identity, userId: string) =>
  env.DB.prepare(LINK).bind(issuer, subject, userId, now(env))

const DELETE_UNACTIVATED =
  'DELETE FROM user WHERE email_key = ?1 AND activated_at IS NULL AND removed_at IS NULL AND created_at <= ?2'

const MAX_NAME_TRIES = 5

/**
 * Creates an account with a generated username and signs it in, in one transaction. Records consent to the current
 * terms, which the forms require. A person verified by the provider replaces an unactivated account on the address,
 * with its password and sessions.
 * @throws ServiceError emailTaken
 */
export async function createAccount(
  c: ServiceContext,
  account: NewAccount,
): Promise<Tokens & { username: string }> {
  const { env } = c
  const nowMs = now(env)
  const signIn = signInOf(c)
  const { email, passwordHash, identity } = account
  for (let tries = 1; ; tries++) {
    const userId = newShortId()
    const username = `user-${randomLetters(6)}`
    const { tokens, statement } = openSession(env, userId, signIn)
    const { DB } = env
    try {
      await DB.batch([
        DB.prepare(DELETE_UNACTIVATED).bind(
          emailKey(email),
          identity ? nowMs : nowMs - UNACTIVATED_LIFETIME_MS,
        ),
        DB.prepare(CREATE).bind(
          userId,
          username,
          email,
          emailKey(email),
          passwordHash,
          nowMs,
          identity ? nowMs : null,
          config(env).termsVersion,
          usernameSkeleton(username),
        ),
        ...(identity ? [linkIdentity(env, identity, userId)] : []),
        statement,
      ])
      noteBrowser(c, userId, signIn)
      return { ...tokens, username }
    } catch (error) {
      if (isConstraintFailure(error, 'user.email_key')) throw new ServiceError('emailTaken')
      if (!isConstraintFailure(error, 'user.username_key') || tries === MAX_NAME_TRIES) throw error
    }
  }
}
