import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { possibleErrors, type Access } from '../../src/contract/call.ts'
import { calls, fullPath, type Contract } from '../../src/contract/contract.ts'
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

type Refusals = Partial<Record<Caller, ErrorName>>
const guest: Refusals = { guest: 'invalidAccessToken' }
const account: Refusals = {
  ...guest,
  removed: 'userRemoved',
  expired: 'accessTokenExpired',
  revoked: 'invalidAccessToken',
}
const registered: Refusals = {
  ...account,
  banned: 'userBanned',
  temporarilyBanned: 'userTemporarilyBanned',
}
/** Whom a call refuses, by the access that its description asks for. */
const refused: Record<Access, Refusals> = {
  token: guest,
  account,
  registered,
  member: { ...registered, unactivated: 'userNotActivated' },
  moderator: { ...registered, unactivated: 'userNotActivated', other: 'rolePrivilegeNotFound' },
}

interface Owned {
  owner: TestPerson
  caller: TestPerson
}

interface Guarded {
  /** What differs from `refused` and from the description's success. */
  but?: Partial<Record<Caller, Expected>>
  /** What the owner must have for the call to mean something. */
  prepare?: (owner: TestPerson) => Promise<unknown>
  request: (owned: Owned) => { query?: string; headers?: Record<string, string>; body?: unknown }
}

type Guarding<Calls> = {
  [Id in keyof Calls]: Calls[Id] extends { access: Access } ? Id : never
}[keyof Calls]
type Covered = Omit<Contract, 'moderation'>
type GuardedId = { [Service in keyof Covered]: Guarding<Covered[Service]> }[keyof Covered]

const CODE = '123456'
const linkOf = (owner: TestPerson) => `link-of-${owner.userId}`
const commentOf = (owner: TestPerson) => `c-${owner.userId}`
let names = 0

/** The calls that ask who is calling: a description with `access` that is not here is a type error. */
const guarded: Record<GuardedId, Guarded> = {
  postComment: {
    request: () => ({ body: { questionId, text: 'A post.' } }),
  },
  deleteComment: {
    but: { other: 'userPrivilegeNotFound' },
    prepare: placeComment,
    request: ({ owner }) => ({ body: { commentId: commentOf(owner) } }),
  },
  listOwnComments: {
    but: { other: 'userPrivilegeNotFound' },
    prepare: placeComment,
    request: ({ owner }) => ({ query: `userId=${owner.userId}` }),
  },
  exportComments: {
    request: () => ({ query: 'language=en' }),
  },
  readMe: {
    request: () => ({}),
  },
  changeUsername: {
    request: () => ({ body: { newUsername: `name-${names++}` } }),
  },
  changePassword: {
    but: { other: 'invalidUsernameOrPassword', social: 'userPrivilegeNotFound' },
    request: ({ owner }) => ({
      body: { email: owner.email, password: PASSWORD, newPassword: `${PASSWORD}2` },
    }),
  },
  askForEmailChange: {
    but: { social: 'userPrivilegeNotFound' },
    request: () => ({ query: `newEmail=new${names++}@example.com&language=en` }),
  },
  confirmEmailChange: {
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
  changeGender: { request: () => ({ body: { gender: 3 } }) },
  changeBirthYear: {
    request: () => ({ body: { birthYear: 1990 } }),
  },
  changePicture: {
    request: () => ({ body: { picture, type: 'png' } }),
  },
  sendDeletionCode: {
    request: () => ({ headers: { LanguageCode: 'en' } }),
  },
  deleteAccount: {
    but: { other: 'dataNotAvailable' },
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
  logout: {
    request: () => ({}),
  },
}

/** What needs no session: reading, and the ways to get one, which have tests of their own. */
const open = [
  'readHealth',
  'readPicture',
  'readContract',
  'readAddress',
  'readMaintenance',
  'reportVitals',
  'followQuestion',
  'listQuestionnaires',
  'readQuestion',
  'listQuestions',
  'listEvents',
  'announceChange',
  'questionMaintenance',
  'authMaintenance',
  'login',
  'loginByQuery',
  'register',
  'continueWithGoogle',
  'loginWithGoogle',
  'refreshSession',
  'refreshSessionByQuery',
  'checkEmail',
  'checkUsername',
  'sendActivationCode',
  'sendResetCode',
  'resetPassword',
  'checkCode',
  'unlockCodes',
  'activate',
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

describe.each(calls.filter(({ access }) => access))('$id', (call) => {
  const { but, prepare, request } = guarded[call.id as GuardedId]
  const { method } = call
  test.each(callers)('%s', async (who) => {
    const people = await peopleOf(who)
    await prepare?.(people.owner)
    const before = await rowsOf(people.owner)
    const { query, headers, body } = request(people)
    const path = fullPath(call)
    const answer = await app.fetch(query ? `${path}?${query}` : path, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(who !== 'guest' && { Authorization: people.caller.authorization }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const expected = but?.[who] ?? refused[call.access!][who] ?? call.success.status
    const text = await answer.text()
    if (typeof expected === 'number')
      expect(`${answer.status} ${text}`).toMatch(new RegExp(`^${expected} `))
    else {
      expect(JSON.parse(text)).toMatchObject(errors[expected])
      expect(answer.status).toBe(errors[expected].httpCode)
      expect([...possibleErrors(call)]).toContain(expected)
    }
    // A refused caller, and one who acts on their own, leave the owner's rows as they were.
    const isOwners = typeof expected === 'number' && who !== 'other'
    if (!isOwners) expect(await rowsOf(people.owner)).toEqual(before)
    if (isOwners && who === 'activated' && method !== 'GET')
      expect(await rowsOf(people.owner)).not.toEqual(before)
  })
})

test('every call of the contract is in the matrix, or needs no session', () => {
  const withoutAccess = calls.filter(({ access }) => !access).map(({ id }) => id)
  expect(withoutAccess.toSorted()).toEqual(open.toSorted())
})
