import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors, type ErrorName } from '../../src/domain/errors.ts'
import { passcodePurpose } from '../../src/domain/passcode.ts'
import { passcodeHash } from '../../src/worker/identity/issue-passcode.ts'
import { sha256 } from '../../src/worker/keys/keyed-hash.ts'
import { startApp, type App } from '../../harness/app.ts'
import {
  authorizationOf,
  bindingsOf,
  createPerson,
  placeComments,
  type PersonOptions,
  type TestPerson,
} from '../../harness/people.ts'
import { todaysQuestion } from '../../harness/todays-question.ts'
import { PASSWORD, register, SECRET } from '../../harness/steps/auth-calls.ts'
import { base64, png } from './picture-files.ts'

/** Who calls; each acts on what is their own but for `other`, who acts on somebody else's. */
const callers = [
  'guest',
  'activated',
  'other',
  'social',
  'unactivated',
  'banned',
  'temporarilyBanned',
  'removed',
  'expired',
  'revoked',
] as const
type Caller = (typeof callers)[number]

/** A status of success, or the entry of the catalogue. */
type Expected = number | ErrorName

const refused: Partial<Record<Caller, ErrorName>> = {
  guest: 'invalidAccessToken',
  unactivated: 'userNotActivated',
  banned: 'userBanned',
  temporarilyBanned: 'userTemporarilyBanned',
  removed: 'userRemoved',
  expired: 'accessTokenExpired',
  revoked: 'invalidAccessToken',
}

interface Owned {
  owner: TestPerson
  caller: TestPerson
}

interface Route {
  /** For whoever may call it. */
  success: number
  /** What differs from `refused` and `success`. */
  but?: Partial<Record<Caller, Expected>>
  /** What the owner must have for the call to mean something. */
  prepare?: (owner: TestPerson) => Promise<unknown>
  request: (owned: Owned) => { query?: string; headers?: Record<string, string>; body?: unknown }
}

const CODE = '123456'
const linkOf = (owner: TestPerson) => `link-of-${owner.userId}`
const commentOf = (owner: TestPerson) => `c-${owner.userId}`
let names = 0

/** Every route of the contract that asks who is calling. */
const routes: Record<string, Route> = {
  'POST /service/comment/v1/comment': {
    success: 200,
    but: { other: 200 },
    request: () => ({ body: { questionId, text: 'A post.' } }),
  },
  'DELETE /service/comment/v1/comment': {
    success: 205,
    but: { other: 'userPrivilegeNotFound' },
    prepare: placeComment,
    request: ({ owner }) => ({ body: { commentId: commentOf(owner) } }),
  },
  'GET /service/comment/v1/comment': {
    success: 200,
    but: { other: 'userPrivilegeNotFound' },
    prepare: placeComment,
    request: ({ owner }) => ({ query: `userId=${owner.userId}` }),
  },
  'GET /service/comment/v1/comment/export': {
    success: 200,
    request: () => ({ query: 'language=en' }),
  },
  'GET /service/user/v1/user/me': {
    success: 200,
    but: { unactivated: 200, banned: 200, temporarilyBanned: 200 },
    request: () => ({}),
  },
  'PUT /service/user/v1/user/username': {
    success: 202,
    request: () => ({ body: { newUsername: `name-${names++}` } }),
  },
  'PUT /service/user/v1/user/password': {
    success: 202,
    but: { other: 'invalidUsernameOrPassword', social: 'userPrivilegeNotFound' },
    request: ({ owner }) => ({
      body: { email: owner.email, password: PASSWORD, newPassword: `${PASSWORD}2` },
    }),
  },
  'GET /service/user/v1/user/email/confirm': {
    success: 202,
    but: { social: 'userPrivilegeNotFound' },
    request: () => ({ query: `newEmail=new${names++}@example.com&language=en` }),
  },
  'PUT /service/user/v1/user/email/confirm': {
    success: 202,
    but: { other: 'dataNotAvailable', social: 'userPrivilegeNotFound' },
    prepare: async (owner) =>
      app.db
        .prepare('INSERT INTO email_change VALUES (?1, ?2, ?3, ?4)')
        .bind(
          await sha256(linkOf(owner)),
          owner.userId,
          `changed${names++}@example.com`,
          Date.now() + 600_000,
        )
        .run(),
    request: ({ owner }) => ({ body: { token: linkOf(owner) } }),
  },
  'PUT /service/user/v1/user/gender': { success: 202, request: () => ({ body: { gender: 3 } }) },
  'PUT /service/user/v1/user/birthyear': {
    success: 202,
    request: () => ({ body: { birthYear: 1990 } }),
  },
  'PUT /service/user/v1/user/picture': {
    success: 202,
    request: () => ({ body: { picture, type: 'png' } }),
  },
  'GET /service/account/v1/user/account/delete': {
    success: 202,
    but: { unactivated: 202 },
    request: () => ({ headers: { LanguageCode: 'en' } }),
  },
  'DELETE /service/account/v1/user': {
    success: 205,
    but: { other: 'dataNotAvailable', unactivated: 205 },
    prepare: async (owner) => {
      const purpose = passcodePurpose.accountDeletion
      const hash = await passcodeHash(await bindingsOf(app), owner.userId, purpose, CODE)
      await app.db
        .prepare('INSERT INTO passcode VALUES (?1, ?2, ?3, 0, ?4, ?5)')
        .bind(owner.userId, purpose, hash, Date.now(), Date.now() + 600_000)
        .run()
    },
    request: () => ({ body: { passcode: CODE, language: 'en' } }),
  },
  'POST /service/auth/v1/user/logout': {
    success: 205,
    but: {
      unactivated: 205,
      banned: 205,
      temporarilyBanned: 205,
      removed: 205,
      expired: 205,
      revoked: 205,
    },
    request: () => ({}),
  },
}

/** What needs no session: reading, and the ways to get one, which have tests of their own. */
const open = [
  'GET /healthz',
  'GET /picture/{pictureId}',
  'GET /service/openapi.json',
  'GET /service/ip',
  'GET /service/maintenance',
  'POST /service/vitals',
  'GET /service/quest/v1/question/live',
  'GET /service/quest/v1/questionnaire',
  'GET /service/quest/v1/question/comment',
  'GET /service/quest/v1/question',
  'GET /service/quest/v1/question/events',
  'GET /service/quest/v1/admin/service/maintenance',
  'GET /service/auth/v1/admin/service/maintenance',
  'GET /service/auth/v1/user/login',
  'POST /service/auth/v1/user/login',
  'POST /service/auth/v1/user/register',
  'POST /service/auth/v1/user/with/google',
  'POST /service/auth/v1/user/login/with/google',
  'GET /service/auth/v1/user/token',
  'POST /service/auth/v1/user/token',
  'GET /service/auth/v1/user/email/available',
  'GET /service/auth/v1/user/username/available',
  'GET /service/auth/v1/user/register/complete',
  'GET /service/auth/v1/user/password/reset',
  'PUT /service/auth/v1/user/password/reset',
  'GET /service/auth/v1/user/key/available',
  'PUT /service/auth/v1/user/key/unlock',
  'PUT /service/auth/v1/user/status/activated',
]

let app: App
let questionId: string
let passwordHash: string
const picture = base64(await png(8, 8))

beforeAll(async () => {
  app = await startApp({ vars: { SECRET } })
  questionId = await todaysQuestion(app)
  await register(app, 'hash@example.com')
  passwordHash = (await app.db
    .prepare("SELECT password_hash FROM user WHERE email_key = 'hash@example.com'")
    .first<string>('password_hash'))!
})
afterAll(() => app.stop())

function placeComment(owner: TestPerson): Promise<void> {
  const id = commentOf(owner)
  return placeComments(app, [
    { id, questionId, userId: owner.userId, slot: 1, text: 'Mine.', createdAt: Date.now() },
  ])
}

const options: Partial<Record<Caller, PersonOptions>> = {
  social: { social: true },
  unactivated: { activated: false },
  banned: { banned: 'permanently' },
  temporarilyBanned: { banned: 'temporarily' },
  removed: { removed: true },
}

/** Somebody with the password of all these tests; it is hashed once. */
async function personOf(caller: Caller): Promise<TestPerson> {
  const person = await createPerson(app, options[caller])
  await app.db
    .prepare('UPDATE user SET password_hash = ?2 WHERE id = ?1')
    .bind(person.userId, passwordHash)
    .run()
  return person
}

async function peopleOf(caller: Caller): Promise<Owned> {
  const owner = await personOf(caller)
  if (caller === 'other') return { owner, caller: await personOf(caller) }
  if (caller === 'expired') {
    const authorization = await authorizationOf(app, owner, Date.now() - 3_600_000)
    return { owner, caller: { ...owner, authorization } }
  }
  if (caller === 'revoked')
    await app.db.prepare('DELETE FROM session WHERE id = ?1').bind(owner.sessionId).run()
  return { owner, caller: owner }
}

const tables = [
  'user WHERE id',
  'session WHERE user_id',
  'passcode WHERE user_id',
  'passcode_lock WHERE user_id',
  'email_change WHERE user_id',
  'comment WHERE user_id',
  'picture WHERE user_id',
  'ban WHERE user_id',
  'social_identity WHERE user_id',
  'mail WHERE user_id',
]

/** Every row of a person. */
async function rowsOf({ userId }: TestPerson): Promise<unknown[]> {
  const found = await app.db.batch(
    tables.map((table) => app.db.prepare(`SELECT * FROM ${table} = ?1 ORDER BY 1`).bind(userId)),
  )
  return found.map(({ results }, index) => [tables[index], results])
}

describe.each(Object.entries(routes))('%s', (line, route) => {
  test.each(callers)('%s', async (who) => {
    const people = await peopleOf(who)
    await route.prepare?.(people.owner)
    const before = await rowsOf(people.owner)
    const { query, headers, body } = route.request(people)
    const [method, path] = line.split(' ') as [string, string]
    const answer = await app.fetch(query ? `${path}?${query}` : path, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(who !== 'guest' && { Authorization: people.caller.authorization }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const expected = route.but?.[who] ?? refused[who] ?? route.success
    const text = await answer.text()
    if (typeof expected === 'number')
      expect(`${answer.status} ${text}`).toMatch(new RegExp(`^${expected} `))
    else {
      expect(JSON.parse(text)).toMatchObject(errors[expected])
      expect(answer.status).toBe(errors[expected].httpCode)
    }
    // Whoever was refused, and whoever acted for themselves, left the owner's rows as they were.
    const isOwners = typeof expected === 'number' && who !== 'other'
    if (!isOwners) expect(await rowsOf(people.owner)).toEqual(before)
    if (isOwners && who === 'activated' && method !== 'GET')
      expect(await rowsOf(people.owner)).not.toEqual(before)
  })
})

test('every route of the contract is in the matrix, or needs no session', async () => {
  const document = (await (await app.fetch('/service/openapi.json')).json()) as {
    paths: Record<string, Record<string, { security: unknown[] }>>
  }
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { security }]) => [`${method.toUpperCase()} ${path}`, security.length > 0] as const,
    ),
  )
  const withSession = all.filter(([, isGuarded]) => isGuarded).map(([line]) => line)
  expect(withSession.toSorted()).toEqual(Object.keys(routes).toSorted())
  const without = all.filter(([, isGuarded]) => !isGuarded).map(([line]) => line)
  expect(without.toSorted()).toEqual(open.toSorted())
})
