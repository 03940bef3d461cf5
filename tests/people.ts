import { now } from '../src/worker/clock.ts'
import { newId } from '../src/worker/db/id.ts'
import { issueAccessToken } from '../src/worker/session/access-token.ts'
import type { App } from './app.ts'

const DAY = 86_400_000

export interface PersonOptions {
  username?: string
  activated?: boolean
  social?: boolean
  banned?: 'temporarily' | 'permanently'
  removed?: boolean
  pictureId?: string
}

export interface TestPerson {
  userId: string
  sessionId: string
  username: string
  email: string
  /** The value of the `Authorization` header. */
  authorization: string
}

/** The bindings that the app's worker runs with, its clock included. */
export const bindingsOf = (app: App): Promise<Env> => app.miniflare.getBindings()

/** A person with a session, written straight into the database: for tests that are not about signing up. */
export async function createPerson(app: App, options: PersonOptions = {}): Promise<TestPerson> {
  const env = await bindingsOf(app)
  const nowMs = now(env)
  const userId = newId()
  const sessionId = newId()
  const username = options.username ?? `person-${userId.slice(0, 12)}`
  const email = `${username.toLowerCase()}@example.com`
  const statement = (sql: string, ...values: unknown[]) => app.db.prepare(sql).bind(...values)
  await app.db.batch([
    statement(
      `INSERT INTO user (id, username, username_key, email, email_key, picture_id, created_at, activated_at, removed_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      userId,
      username,
      username.toLowerCase(),
      email,
      email,
      options.pictureId ?? null,
      nowMs,
      options.activated === false ? null : nowMs,
      options.removed ? nowMs : null,
    ),
    statement(
      'INSERT INTO session (id, user_id, kept, created_at, expires_at, ends_at) VALUES (?, ?, 1, ?, ?, ?)',
      sessionId,
      userId,
      nowMs,
      nowMs + 30 * DAY,
      nowMs + 90 * DAY,
    ),
    ...(options.social
      ? [
          statement(
            'INSERT INTO social_identity (issuer, subject, user_id, created_at) VALUES (?, ?, ?, ?)',
            'https://issuer.example',
            userId,
            userId,
            nowMs,
          ),
        ]
      : []),
    ...(options.banned
      ? [
          statement(
            'INSERT INTO ban (id, user_id, starts_at, ends_at) VALUES (?, ?, ?, ?)',
            newId(),
            userId,
            nowMs - 1000,
            options.banned === 'temporarily' ? nowMs + DAY : null,
          ),
        ]
      : []),
  ])
  const authorization = await authorizationOf(app, { userId, sessionId })
  return { userId, sessionId, username, email, authorization }
}

/** An `Authorization` header for a session, issued at the app's own time or another. */
export async function authorizationOf(
  app: App,
  session: { userId: string; sessionId: string },
  issuedAt?: number,
): Promise<string> {
  const env = await bindingsOf(app)
  return `Bearer ${await issueAccessToken(env, session, issuedAt ?? now(env))}`
}
