import { PASSCODE_LIFETIME_MS, type PasscodePurpose } from '../src/domain/passcode.ts'
import { passcodeHash } from '../src/worker/identity/send-passcode.ts'
import { DAY_MS } from '../src/domain/durations.ts'
import type { Language } from '../src/domain/language.ts'
import { config } from '../src/worker/config/config.ts'
import { postLanguage } from '../src/domain/post-language.ts'
import { now } from '../src/worker/config/clock.ts'
import { newId, newShortId } from '../src/worker/db/id.ts'
import { sha256 } from '../src/worker/keys/keyed-hash.ts'
import { issueAccessToken, signedUpdateToken } from '../src/worker/identity/sessions.ts'
import type { App } from './app.ts'

export interface PersonOptions {
  username?: string
  email?: string
  passwordHash?: string
  /** Of mails; default Japanese. */
  language?: Language
  activated?: boolean
  social?: boolean
  suspended?: 'pause' | 'ban'
  removed?: boolean
  pictureId?: string
  terms?: string
}

export interface TestPerson {
  userId: string
  sessionId: string
  username: string
  email: string
  accessToken: string
  authorization: string
  updateToken: string
}

/** Bindings of the running app, including its clock; the database without Miniflare's slow stub. */
export const bindingsOf = async (app: App): Promise<Env> => ({
  ...(await app.miniflare.getBindings<Env>()),
  ...app.vars(),
  DB: app.db,
})

/** Text bindings only: Miniflare's stubs start a thread. */
const textBindings = (app: App) => app.vars() as unknown as Env

export async function createPerson(app: App, options: PersonOptions = {}): Promise<TestPerson> {
  const [person] = await createPeople(app, 1, options)
  return person!
}

export async function createPeople(
  app: App,
  count: number,
  options: PersonOptions = {},
): Promise<TestPerson[]> {
  const env = textBindings(app)
  const nowMs = now(env)
  const people = Array.from({ length: count }, (): TestPerson => {
    const [userId, sessionId] = [newShortId(), newId()]
    const username = options.username ?? `person-${userId.slice(0, 12)}`
    const accessToken = issueAccessToken(env, { userId, sessionId }, nowMs)
    return {
      userId,
      sessionId,
      username,
      email: options.email ?? `${username.toLowerCase()}@example.com`,
      accessToken,
      authorization: `Bearer ${accessToken}`,
      updateToken: signedUpdateToken(env, sessionId),
    }
  })
  await insertPeople(app, people, options)
  return people
}

/** A constant number of statements: each call to the database is a round trip to another process. */
async function insertPeople(app: App, people: TestPerson[], options: PersonOptions) {
  const env = textBindings(app)
  const nowMs = now(env)
  const list = JSON.stringify(
    people.map((person) => ({ ...person, tokenHash: sha256(person.updateToken) })),
  )
  const rows = [
    app.sql`INSERT INTO user (id, username, username_key, email, email_key, picture_id, created_at,
        activated_at, removed_at, terms_version, password_hash, language)
      SELECT value ->> 'userId', value ->> 'username', lower(value ->> 'username'),
        value ->> 'email', value ->> 'email', ${options.pictureId ?? null}, ${nowMs},
        ${options.activated === false ? null : nowMs}, ${options.removed ? nowMs : null},
        ${options.terms ?? config(env).termsVersion}, ${options.passwordHash ?? null},
        ${options.language ?? 'ja'} FROM json_each(${list})`,
    app.sql`INSERT INTO session (id, user_id, kept, token_hash, created_at, expires_at, ends_at)
      SELECT value ->> 'sessionId', value ->> 'userId', 1, value ->> 'tokenHash', ${nowMs},
        ${nowMs + 30 * DAY_MS}, ${nowMs + 90 * DAY_MS} FROM json_each(${list})`,
  ]
  if (options.social)
    rows.push(app.sql`INSERT INTO social_identity (issuer, subject, user_id, created_at)
      SELECT 'https://issuer.example', value ->> 'userId', value ->> 'userId', ${nowMs}
      FROM json_each(${list})`)
  if (options.suspended) {
    const endsAt = options.suspended === 'pause' ? nowMs + DAY_MS : null
    rows.push(app.sql`INSERT INTO ban (id, user_id, starts_at, ends_at)
      SELECT value ->> 'userId', value ->> 'userId', ${nowMs - 1000}, ${endsAt}
      FROM json_each(${list})`)
  }
  await app.db.batch(rows)
}

interface CommentRow {
  id?: string
  questionId: string
  userId: string
  /** Default 1. */
  slot?: number
  text: string
  /** Epoch milliseconds; default now. */
  createdAt?: number
}

export async function insertComments(app: App, comments: CommentRow[]): Promise<string[]> {
  const rows = comments.map((comment) => ({
    id: newShortId(),
    slot: 1,
    createdAt: Date.now(),
    language: postLanguage(comment.text) ?? null,
    ...comment,
  }))
  await app.sql`INSERT INTO comment (id, question_id, user_id, slot, text, created_at, language)
    SELECT value ->> 'id', value ->> 'questionId', value ->> 'userId', value ->> 'slot',
      value ->> 'text', value ->> 'createdAt', value ->> 'language'
    FROM json_each(${JSON.stringify(rows)}) ORDER BY key`.run()
  return rows.map(({ id }) => id)
}

/** @returns questions whose counts are not those of their shown comments */
export async function miscounted(app: App): Promise<unknown[]> {
  const questions = app.sql`SELECT id FROM question WHERE (comments_count, users_count) <>
    (SELECT count(*), count(DISTINCT user_id) FROM comment
    WHERE question_id = question.id AND deleted_at IS NULL AND hidden_at IS NULL)`
  return (await questions.all()).results
}

export async function authorizationOf(
  app: App,
  session: { userId: string; sessionId: string },
  issuedAt?: number,
): Promise<string> {
  const env = textBindings(app)
  return `Bearer ${issueAccessToken(env, session, issuedAt ?? now(env))}`
}

export async function insertPasscode(
  app: App,
  { userId }: TestPerson,
  purpose: PasscodePurpose,
  code: string,
): Promise<void> {
  const hash = passcodeHash(await bindingsOf(app), userId, purpose, code)
  const expiresAt = Date.now() + PASSCODE_LIFETIME_MS
  await app.sql`INSERT OR REPLACE INTO issued_passcode
    VALUES (${userId}, ${purpose}, ${userId}, ${hash}, 0, ${expiresAt})`.run()
}
