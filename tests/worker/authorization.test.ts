import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS, HOUR_S, MINUTE_MS } from '../../src/domain/durations.ts'
import { possibleErrors, type Access } from '../../src/contract/call.ts'
import { calls, fullPath, type Contract } from '../../src/contract/contract.ts'
import { errors, type ErrorName } from '../../src/domain/errors.ts'
import { roles, type Role } from '../../src/domain/moderation.ts'
import { BUILT_IN_TERMS } from '../../src/domain/legal-pages.ts'
import { passcodePurpose } from '../../src/domain/passcode.ts'
import { sha256 } from '../../src/worker/keys/keyed-hash.ts'
import { startApp, type App } from '../../harness/app.ts'
import {
  authorizationOf,
  createPerson,
  insertComments,
  insertPasscode,
  type PersonOptions,
  type TestPerson,
} from '../../harness/people.ts'
import { grant } from '../../harness/steps/moderation-calls.ts'
import { addQuestions } from '../../harness/question-texts.ts'
import { insertPool, insertSuggestion } from '../../harness/steps/desk-calls.ts'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { todaysQuestionId } from '../../harness/todays-question-id.ts'
import { PASSWORD } from '../../harness/credentials.ts'
import { register, SECRET } from '../../harness/steps/auth-calls.ts'
import { base64, png } from './picture-files.ts'

/**
 * The callers; each acts on their own resource, except `other`, who acts on somebody else's. Cases, reports and mutes
 * are about a stranger for everybody.
 */
const callers = [
  'guest',
  'activated',
  'other',
  'editor',
  'moderator',
  'operator',
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
const author: Refusals = { ...account, unactivated: 'userNotActivated' }
const member: Refusals = {
  ...author,
  banned: 'userBanned',
  temporarilyBanned: 'userTemporarilyBanned',
}
/** An operator may do what every role may. */
const exceptFor = (role: Role): Refusals => ({
  ...Object.fromEntries(
    callers
      .filter((caller) => caller !== role && caller !== 'operator')
      .map((caller) => [caller, 'rolePrivilegeNotFound']),
  ),
  ...member,
})
/** Whom a call refuses, by the access that its description asks for. */
const refused: Record<Access, Refusals> = {
  token: guest,
  account,
  author,
  member,
  editor: exceptFor('editor'),
  moderator: exceptFor('moderator'),
  operator: exceptFor('operator'),
}

interface Owned {
  owner: TestPerson
  caller: TestPerson
}

interface Guarded {
  /** Exceptions to `refused` and to the description's success. */
  but?: Partial<Record<Caller, Expected>>
  /** State that the owner must have for the call to make sense. */
  prepare?: (owner: TestPerson) => Promise<unknown>
  request: (owned: Owned) => { query?: string; headers?: Record<string, string>; body?: unknown }
}

type Guarding<Calls> = {
  [Id in keyof Calls]: Calls[Id] extends { access: Access } ? Id : never
}[keyof Calls]
type GuardedId = { [Service in keyof Contract]: Guarding<Contract[Service]> }[keyof Contract]

const CODE = '123456'
const linkOf = (owner: TestPerson) => `link-of-${owner.userId}`
const commentOf = (owner: TestPerson) => `c-${owner.userId}`
/** Somebody else, or something else, that the owner acts on. */
const otherOf = (owner: TestPerson) => `of-${owner.userId}`
const insertWaitingSuggestion = ({ userId }: TestPerson) =>
  insertSuggestion(app, { suggestionId: `suggested-${userId}`, userId, text: 'What is new?' })
const suggestionOf = ({ owner }: Owned) => ({
  body: { suggestionId: `suggested-${owner.userId}` },
})
let names = 0

async function insertOtherPerson(owner: TestPerson): Promise<void> {
  const id = otherOf(owner)
  await app.db.batch([
    app.db
      .prepare(
        `INSERT INTO user (id, username, username_key, email, email_key, created_at, activated_at)
         VALUES (?1, ?1, lower(?1), ?1, ?1, 1, 1)`,
      )
      .bind(id),
    app.db
      .prepare(
        `INSERT INTO session (id, user_id, kept, created_at, expires_at, ends_at)
         VALUES (?1, ?1, 0, 1, ?2, ?2)`,
      )
      .bind(id, Date.now() + 10 * MINUTE_MS),
  ])
}

/** The calls that ask who is calling: a description with `access` that is not here is a type error. */
const guarded: Record<GuardedId, Guarded> = {
  postComment: {
    request: () => ({ body: { questionId, text: 'A post.' } }),
  },
  deleteComment: {
    but: { other: 'userPrivilegeNotFound' },
    prepare: insertComment,
    request: ({ owner }) => ({ body: { commentId: commentOf(owner) } }),
  },
  listOwnComments: {
    but: { other: 'userPrivilegeNotFound' },
    prepare: insertComment,
    request: ({ owner }) => ({ query: `userId=${owner.userId}` }),
  },
  exportComments: {
    request: () => ({ query: 'language=en' }),
  },
  readEcho: { request: () => ({ query: `questionId=${questionId}` }) },
  suggestQuestion: { request: () => ({ body: { text: 'What is new?', isCredited: false } }) },
  listOwnSuggestions: { request: () => ({}) },
  withdrawSuggestion: {
    but: { other: 'dataNotFound' },
    prepare: insertWaitingSuggestion,
    request: suggestionOf,
  },
  listDays: { request: () => ({ query: 'from=2026-11-01&until=2026-11-30' }) },
  readMe: {
    request: () => ({}),
  },
  agreeToTerms: {
    prepare: ({ userId }) =>
      app.db.prepare("UPDATE user SET terms_version = '' WHERE id = ?").bind(userId).run(),
    request: () => ({ body: { version: BUILT_IN_TERMS } }),
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
  requestEmailChange: {
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
          Date.now() + 10 * MINUTE_MS,
        )
        .run(),
    request: ({ owner }) => ({ body: { token: linkOf(owner) } }),
  },
  changeGender: { request: () => ({ body: { gender: 3 } }) },
  readReminder: { request: () => ({}) },
  changeReminder: {
    request: () => ({
      body: { channel: 'mail', hour: 7, timeZone: 'Asia/Tokyo', language: 'en' },
    }),
  },
  changeBirthYear: {
    request: () => ({ body: { birthYear: 1990 } }),
  },
  changeReading: {
    request: () => ({ body: { hidesEcho: true } }),
  },
  changePicture: {
    request: () => ({ body: { picture, type: 'png' } }),
  },
  sendDeletionCode: {
    request: () => ({ headers: { LanguageCode: 'en' } }),
  },
  deleteAccount: {
    but: { other: 'dataNotAvailable' },
    prepare: (owner) => insertPasscode(app, owner, passcodePurpose.accountDeletion, CODE),
    request: () => ({ body: { passcode: CODE, language: 'en' } }),
  },
  logout: {
    request: () => ({}),
  },
  reportComment: {
    prepare: insertStrangersPost,
    request: ({ owner }) => ({ body: { commentId: strangersPost(owner), category: 'spam' } }),
  },
  replyToInquiry: {
    but: { other: 'dataNotFound' },
    prepare: (owner) => openCase(owner, { of: owner, inquiry: true }),
    request: ({ owner }) => ({ body: { noticeId: `n-${owner.userId}`, reply: 'refuses' } }),
  },
  listNotices: { request: () => ({}) },
  markNoticesRead: {
    prepare: (owner) => openCase(owner, { of: owner, inquiry: true }),
    request: ({ owner }) => ({ body: { noticeIds: [`n-${owner.userId}`] } }),
  },
  appeal: {
    but: { other: 'dataNotFound' },
    prepare: (owner) => openCase(owner, { of: owner, state: 'closed' }),
    request: ({ owner }) => ({ body: { decisionId: `d-${owner.userId}`, text: 'Not so.' } }),
  },
  listMutes: { request: () => ({}) },
  mute: { request: () => ({ body: { userId: stranger.userId } }) },
  unmute: {
    prepare: ({ userId }) =>
      app.db.prepare('INSERT INTO mute VALUES (?1, ?2, 1)').bind(userId, stranger.userId).run(),
    request: () => ({ body: { userId: stranger.userId } }),
  },
  listCases: { prepare: (owner) => openCase(owner), request: () => ({}) },
  readCase: {
    prepare: (owner) => openCase(owner),
    request: ({ owner }) => ({ query: `caseId=case-${owner.userId}` }),
  },
  decideCase: {
    prepare: (owner) => openCase(owner),
    request: ({ owner }) => ({
      body: {
        caseId: `case-${owner.userId}`,
        version: 1,
        action: 'ban',
        ground: { kind: 'terms', text: 'Rule 2' },
      },
    }),
  },
  decideAppeal: {
    prepare: (owner) => openCase(owner, { state: 'appealed' }),
    request: ({ owner }) => ({
      body: {
        caseId: `case-${owner.userId}`,
        version: 1,
        outcome: 'upheld',
        explanation: 'As before.',
      },
    }),
  },
  inquire: {
    prepare: (owner) => openCase(owner, { request: true }),
    request: ({ owner }) => ({
      body: { caseId: `case-${owner.userId}`, version: 1, reference: `q-${owner.userId}` },
    }),
  },
  readOwnRole: { request: () => ({}) },
  readCalendar: { request: () => ({ query: 'from=2026-11-21&until=2026-11-21' }) },
  readGlance: { request: () => ({}) },
  findPerson: { request: () => ({ query: `name=${stranger.username}` }) },
  changePerson: {
    prepare: insertOtherPerson,
    request: ({ owner }) => ({ body: { userId: otherOf(owner), change: 'endSessions' } }),
  },
  deletePerson: {
    prepare: insertOtherPerson,
    request: ({ owner }) => ({
      body: { userId: otherOf(owner), username: otherOf(owner), why: 'Asked for it.' },
    }),
  },
  checkPictures: {
    prepare: (owner) => app.r2.put(otherOf(owner), 'an object of nobody'),
    request: () => ({ body: { repair: true } }),
  },
  scheduleDay: {
    prepare: insertPoolQuestion,
    request: ({ owner }) => ({
      body: { day: nextFreeDay(), poolId: poolIdOf(owner), seenId: null },
    }),
  },
  moveDay: {
    prepare: async (owner) => {
      await insertPoolQuestion(owner)
      const day = nextFreeDay()
      days.set(owner.userId, day)
      const texts = { ja: 'いつ？', en: 'When?' }
      await addQuestions(app.db, [{ id: `day-${owner.userId}`.slice(0, 26), day, texts }])
      await app.db
        .prepare('UPDATE question SET pack_question_id = ?2, is_scheduled = 1 WHERE day = ?1')
        .bind(day, poolIdOf(owner))
        .run()
    },
    request: ({ owner }) => ({
      body: {
        from: days.get(owner.userId),
        to: nextFreeDay(),
        seenFrom: `day-${owner.userId}`.slice(0, 26),
        seenTo: null,
      },
    }),
  },
  listPool: { request: () => ({ query: 'state=waiting' }) },
  readPoolQuestion: {
    prepare: insertPoolQuestion,
    request: ({ owner }) => ({ query: `poolId=${poolIdOf(owner)}` }),
  },
  addQuestion: {
    request: ({ owner }) => ({ body: { texts: textsOf(owner), topicId: 'morning' } }),
  },
  editQuestion: {
    prepare: insertPoolQuestion,
    request: ({ owner }) => ({
      body: { poolId: poolIdOf(owner), version: 1, texts: textsOf(owner), topicId: 'morning' },
    }),
  },
  retireQuestion: {
    prepare: insertPoolQuestion,
    request: ({ owner }) => ({ body: { poolId: poolIdOf(owner), version: 1, isRetired: true } }),
  },
  listSuggestions: { request: () => ({}) },
  declineSuggestion: {
    prepare: insertWaitingSuggestion,
    request: suggestionOf,
  },
  listTopics: { request: () => ({}) },
  previewCard: {
    request: () => ({ body: { text: 'A new question?', language: 'en', topicId: 'morning' } }),
  },
  addImportRows: {
    request: ({ owner }) => ({ body: { rows: [{ line: 2, texts: textsOf(owner) }] } }),
  },
  checkImport: {
    prepare: insertImport,
    request: ({ owner }) => ({ query: `importId=import-${owner.userId}` }),
  },
  takeImport: {
    prepare: insertImport,
    request: ({ owner }) => ({ body: { importId: `import-${owner.userId}` } }),
  },
  exportQuestions: { request: () => ({}) },
  listAnnouncements: { request: () => ({}) },
  addAnnouncement: {
    request: ({ owner }) => ({
      body: { texts: textsOf(owner), startsAt: Math.floor(Date.now() / 1000) + HOUR_S + names++ },
    }),
  },
  withdrawAnnouncement: {
    prepare: ({ userId }) =>
      app.db
        .prepare('INSERT INTO announcement (id, starts_at) VALUES (?1, ?2)')
        .bind(`news-${userId}`, names++)
        .run(),
    request: ({ owner }) => ({ body: { announcementId: `news-${owner.userId}` } }),
  },
  listWindows: { request: () => ({}) },
  planWindow: { request: () => ({ body: { service: 'question', window: null } }) },
}

/** Calls without a session: reads, and the ways to get a session, which have their own tests. */
const open = [
  'readHealth',
  'readPicture',
  'readContract',
  'readAddress',
  'readMaintenance',
  'readAnnouncement',
  'sendVitals',
  'followQuestion',
  'listQuestionnaires',
  'readQuestion',
  'listQuestions',
  'listEvents',
  'listTranslations',
  'translateComment',
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
  'renewSubscription',
  'endReminder',
  'activate',
  'reportAsGuest',
  'confirmGuestReport',
  'requestRemoval',
  'confirmRequest',
]

let app: App
let questionId: string
let stranger: TestPerson
let passwordHash: string
const picture = base64(await png(8, 8))

beforeAll(async () => {
  app = await startApp({ vars: { SECRET } })
  questionId = await todaysQuestionId(app)
  stranger = await createPerson(app)
  await register(app, 'hash@example.com')
  passwordHash = (await app.db
    .prepare("SELECT password_hash FROM user WHERE email_key = 'hash@example.com'")
    .first<string>('password_hash'))!
})
afterAll(() => app.stop())

function insertComment(owner: TestPerson): Promise<void> {
  const id = commentOf(owner)
  return insertComments(app, [
    { id, questionId, userId: owner.userId, slot: 1, text: 'Mine.', createdAt: Date.now() },
  ])
}

const poolIdOf = ({ userId }: TestPerson) => `w-${userId}`
const textsOf = ({ userId }: TestPerson) => ({ ja: `${userId}とは？`, en: `What is ${userId}?` })
const days = new Map<string, string>()
let free = 1
/** A day to come that has no question. */
const nextFreeDay = () => addDays(tokyoDay(Date.now()), 1 + free++)

function insertPoolQuestion(owner: TestPerson): Promise<void> {
  const { ja, en } = textsOf(owner)
  return insertPool(app, { poolId: poolIdOf(owner), texts: { ja: `${ja}！`, en: `${en}!` } })
}

async function insertImport(owner: TestPerson): Promise<void> {
  const id = `import-${owner.userId}`
  await app.db.batch([
    app.db.prepare('INSERT INTO question_import VALUES (?1, ?2, 1)').bind(id, owner.userId),
    app.db
      .prepare(
        `INSERT INTO question_import_row (import_id, line, id, texts, topic_id)
         VALUES (?1, 2, ?1, ?2, 'morning')`,
      )
      .bind(id, JSON.stringify(textsOf(owner))),
  ])
}

const strangersPost = (owner: TestPerson) => `s-${owner.userId}`

async function insertStrangersPost(owner: TestPerson): Promise<void> {
  const { userId } = await createPerson(app)
  const id = strangersPost(owner)
  await insertComments(app, [{ id, questionId, userId, slot: 1, text: 'Mine.', createdAt: 1 }])
}

/** A case of the owner's, of a stranger's post or (`of`) of their own, with what the call needs. */
async function openCase(
  owner: TestPerson,
  options: { of?: TestPerson; state?: string; inquiry?: true; request?: true } = {},
): Promise<void> {
  const id = owner.userId
  const { of: author = stranger, state = 'open', inquiry, request } = options
  const run = (sql: string, ...values: unknown[]) =>
    app.db
      .prepare(sql)
      .bind(...values)
      .run()
  await run(
    `INSERT INTO moderation_case (id, comment_id, question_id, author_id, state, opened_at, waiting_since)
     VALUES (?1, ?1, ?2, ?3, ?4, 1, 1)`,
    `case-${id}`,
    questionId,
    author.userId,
    state,
  )
  if (state !== 'open')
    await run(
      "INSERT INTO decision (id, case_id, action, created_at) VALUES (?1, ?2, 'hide', ?3)",
      `d-${id}`,
      `case-${id}`,
      Date.now(),
    )
  if (state === 'appealed')
    await run(
      "INSERT INTO appeal (reference, decision_id, sealed_text, created_at) VALUES (?1, ?1, '', 1)",
      `d-${id}`,
    )
  if (inquiry || request)
    await run(
      `INSERT INTO rights_request (reference, case_id, kind, language, sealed_form, created_at, inquired_at, reply_due_at)
       VALUES (?1, ?2, 'deletion', 'en', '', 1, ?3, ?4)`,
      `q-${id}`,
      `case-${id}`,
      inquiry ? Date.now() : null,
      inquiry ? Date.now() + 10 * MINUTE_MS : null,
    )
  if (inquiry)
    await run(
      `INSERT INTO notice (id, user_id, kind, case_id, reference, created_at)
       VALUES (?1, ?2, 'inquiry', ?3, ?4, 1)`,
      `n-${id}`,
      id,
      `case-${id}`,
      `q-${id}`,
    )
}

const options: Partial<Record<Caller, PersonOptions>> = {
  social: { social: true },
  unactivated: { activated: false },
  banned: { suspended: 'ban' },
  temporarilyBanned: { suspended: 'pause' },
  removed: { removed: true },
}

/** Somebody with the password of all these tests, which is hashed once; a person of the provider has none. */
async function personOf(caller: Caller): Promise<TestPerson> {
  const person = await createPerson(app, options[caller])
  await app.db
    .prepare('UPDATE user SET password_hash = ?2 WHERE id = ?1')
    .bind(person.userId, caller === 'social' ? null : passwordHash)
    .run()
  if (caller === 'editor' || caller === 'moderator' || caller === 'operator')
    await grant(app, person, caller)
  return person
}

async function peopleOf(caller: Caller): Promise<Owned> {
  const owner = await personOf(caller)
  if (caller === 'other') return { owner, caller: await personOf(caller) }
  if (caller === 'expired') {
    const authorization = await authorizationOf(app, owner, Date.now() - HOUR_MS)
    return { owner, caller: { ...owner, authorization } }
  }
  if (caller === 'revoked')
    await app.db.prepare('DELETE FROM session WHERE id = ?1').bind(owner.sessionId).run()
  return { owner, caller: owner }
}

const tables = [
  'user WHERE id',
  'session WHERE user_id',
  'issued_passcode WHERE user_id',
  'passcode_lock WHERE user_id',
  'email_change WHERE user_id',
  'comment WHERE user_id',
  'picture WHERE user_id',
  'ban WHERE user_id',
  'social_identity WHERE user_id',
  'mail WHERE user_id',
  'notice WHERE user_id',
  'mute WHERE user_id',
  'report WHERE reporter_id',
  'appeal WHERE author_id',
  'rights_request WHERE substr(reference, 3)',
  'moderation_case WHERE substr(id, 6)',
  'user WHERE substr(id, 4)',
  'session WHERE substr(user_id, 4)',
  'discarded_picture WHERE substr(id, 4)',
  'audit_log WHERE actor_id',
  'question_import WHERE actor_id',
  'reminder WHERE user_id',
  'push_subscription WHERE user_id',
  'suggestion WHERE user_id',
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
    const response = await app.fetch(query ? `${path}?${query}` : path, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(who !== 'guest' && { Authorization: people.caller.authorization }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const expected = but?.[who] ?? refused[call.access!][who] ?? call.success.status
    const text = await response.text()
    if (typeof expected === 'number')
      expect(`${response.status} ${text}`).toMatch(new RegExp(`^${expected} `))
    else {
      expect(JSON.parse(text)).toMatchObject(errors[expected])
      expect(response.status).toBe(errors[expected].httpCode)
      expect([...possibleErrors(call)]).toContain(expected)
    }
    // A refused caller, and one who acts on their own, leave the owner's rows as they were.
    const isOwners = typeof expected === 'number' && who !== 'other'
    if (!isOwners) expect(await rowsOf(people.owner)).toEqual(before)
    const usual = roles.find((role) => role === call.access) ?? 'activated'
    // The preview of a card stores nothing.
    if (isOwners && who === usual && method !== 'GET' && call.id !== 'previewCard')
      expect(await rowsOf(people.owner)).not.toEqual(before)
  })
})

test('every call of the contract is in the matrix, or needs no session', () => {
  const withoutAccess = calls.filter(({ access }) => !access).map(({ id }) => id)
  expect(withoutAccess.toSorted()).toEqual(open.toSorted())
})
