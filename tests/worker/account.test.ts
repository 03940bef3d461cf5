import { WebSocket } from 'ws'
import { DatabaseSync } from 'node:sqlite'
import { globSync, mkdtempSync, copyFileSync, existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { translator } from '../../src/i18n/server.ts'
import { ownApp } from '../../harness/own-app.ts'
import { bindingsOf, createPerson, type TestPerson } from '../../harness/people.ts'
import { emailCounters } from '../../src/worker/identity/rate-limit.ts'
import { newEmail } from '../../harness/credentials.ts'
import { codeIn, mails, newMail } from '../../harness/outbox.ts'
import {
  activePerson,
  auth,
  invalid,
  meOf,
  otherCode,
  outcome,
  register,
  user,
  userIdOf,
  value,
} from '../../harness/steps/auth-calls.ts'
import { deleteAccount, deletionCode } from '../../harness/steps/passcode-calls.ts'
import { postOf } from '../../harness/steps/moderation-calls.ts'
import { call, exportOf, resultsOf, type CallOptions } from '../../harness/steps/service-calls.ts'
import { until } from '../../harness/until.ts'
import { everyRow } from './contract-person.ts'
import { base64, jpeg } from './picture-files.ts'

const app = await ownApp()
await app.triggerCron()

const account = (line: string, options: CallOptions) => call(app, 'account', line, options)
const ask = (token: string, language = 'en') =>
  account('GET /user/account/delete', { token, headers: { LanguageCode: language } })
const leave = (token: string, passcode: string) => deleteAccount(app, token, passcode)

const codeFor = (person: TestPerson) => deletionCode(app, person)

const post = async (person: TestPerson, text: string, questionId: string): Promise<string> =>
  (await resultsOf(app, 'comment', 'POST /comment', person, { questionId, text }))[0].commentId

const everything = () => everyRow(app, (table) => !table.startsWith('_cf'))

function rooms(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'rooms-'))
  try {
    return globSync('**/*.sqlite', { cwd: app.persistTo })
      .filter((file) => /Room/.test(file))
      .flatMap((file) => {
        const copy = join(folder, basename(file))
        for (const end of ['', '-wal', '-shm']) {
          const source = join(app.persistTo, file + end)
          if (existsSync(source)) copyFileSync(source, copy + end)
        }
        const database = new DatabaseSync(copy)
        const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
        const rows = names.flatMap(({ name }) =>
          database.prepare(`SELECT * FROM "${String(name)}"`).all(),
        )
        database.close()
        return rows.flatMap((row) => Object.values(row))
      })
      .map((cell) =>
        cell instanceof Uint8Array ? Buffer.from(cell).toString('latin1') : String(cell),
      )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function pictures(): Promise<string[]> {
  const { objects } = await app.r2.list()
  return objects.map(({ key }) => key).filter((key) => !key.startsWith('card/'))
}

async function fullLife() {
  const person = await activePerson(app)
  const userId = (await userIdOf(app, person.email))!
  const username = `Leaver_${userId.slice(0, 8)}`
  const { accessToken: token } = person
  const put = async (line: string, body: object) =>
    expect((await user(app, line, { token, body })).status).toBe(202)
  await put('PUT /user/username', { newUsername: username })
  for (const side of [30, 40])
    await put('PUT /user/picture', { picture: base64(await jpeg(side, 20)), type: 'jpg' })
  const picture = (await meOf(app, token)).pictureLink.split('/')[2] as string
  const question = await app.todaysQuestionId()
  const kept = await post(person, 'a post that is kept', question)
  const deleted = await post(person, 'a post that is deleted before', question)
  const removal = { token, body: { commentId: deleted } }
  expect((await call(app, 'comment', 'DELETE /comment', removal)).status).toBe(205)
  const address = newEmail()
  await user(app, `GET /user/email/confirm/?newEmail=${address}&language=ja`, { token })
  expect((await meOf(app, token)).userOptions.pendingEmail).toBe(address)
  await auth(app, 'POST /user/login/', { body: { email: person.email, password: 'Wr0ng-one!' } })
  await app.db.batch([
    app.sql`INSERT INTO user_role (user_id, role, granted_at) VALUES (${userId}, 'moderator', 1)`,
    app.sql`INSERT INTO ban (id, user_id, starts_at, ends_at)
      VALUES (${`ban-${userId}`}, ${userId}, 1, 2)`,
    app.sql`INSERT INTO social_identity (issuer, subject, user_id, created_at)
      VALUES ('https://issuer.example', ${`subject of ${username}`}, ${userId}, 1)`,
    app.sql`INSERT OR REPLACE INTO passcode_lock (user_id, failures) VALUES (${userId}, 3)`,
    app.sql`INSERT INTO known_browser VALUES (${userId}, 'hash', 1)`,
    app.sql`INSERT INTO passkey
      VALUES (${userId} || '-passkey', ${userId}, 'key', 0, 'aaguid', 1, NULL)`,
    app.sql`INSERT INTO security_link VALUES (NULL, 'hash', ${userId}, ${person.email}, 1)`,
  ])
  return { person, userId, username, address, picture, kept, question }
}

test('leaving: everything of the person is gone and everything else is as it was', async () => {
  const other = await activePerson(app)
  const question = await app.todaysQuestionId()
  await post(other, 'somebody else’s post', question)
  await user(app, 'PUT /user/picture', {
    token: other.accessToken,
    body: { picture: base64(await jpeg(25, 25)), type: 'jpg' },
  })
  await until(pictures, (keys) => keys.length === 1)
  const before = await everything()

  const { person, userId, username, address, picture, kept } = await fullLife()
  const code = await codeFor(person)
  const during = await everything()
  const tables = Object.keys(during).filter((table) =>
    during[table]!.some((row) => String(row).includes(userId)),
  )
  expect(tables.sort()).toEqual(
    `ban comment email_change issued_passcode known_browser mail passcode_lock passkey picture
        security_link session social_identity user user_role`.split(/\s+/),
  )
  expect(await pictures()).toContain(picture)

  expect(outcome(await leave(person.accessToken, code))).toEqual([205])
  expect(await until(pictures, (keys) => !keys.includes(picture))).not.toContain(picture)
  const after = await until(everything, (tables) => tables['discarded_picture']!.length === 0)
  const farewell = await newMail(app, person.email, 0)
  expect(farewell.kind).toBe('accountDeleted')
  expect(farewell.text).toContain(translator('en')('mail.accountDeleted.heading'))

  const names = [username, username.toLowerCase(), person.email, address]
  const traces = [...names, userId, picture, 'a post that is kept']
  const haystack = [
    ...Object.values(after).flat(),
    ...rooms(),
    ...(await pictures()),
    ...app.logs,
  ].map(String)
  for (const trace of traces) expect(haystack.filter((row) => row.includes(trace))).toEqual([])
  const env = await bindingsOf(app)
  for (const counter of emailCounters(env, person.email))
    expect(haystack.filter((row) => row.includes(counter))).toEqual([])
  // Otherwise re-registering would reset the limits on mails to, and guesses at, a stranger's account.
  const counted = (rows: unknown[]) => rows.map(String).filter((row) => row.includes(':email:'))
  const ofAddress = emailCounters(env, address)
  const limits = counted(during['attempt_counter']!).filter((row) =>
    ofAddress.some((counter) => row.includes(counter)),
  )
  expect(limits).not.toEqual([])
  expect(counted(after['attempt_counter']!)).toEqual(expect.arrayContaining(limits))

  // Tables with rows after a deletion: numbered events without a person, counters, and the sealed mail about it.
  const told = new Set('comment_event question attempt_counter sqlite_sequence mail'.split(' '))
  for (const table of Object.keys(before))
    if (!told.has(table)) expect([table, after[table]]).toEqual([table, before[table]])
  const counts = app.sql`SELECT comments_count * 1000 + users_count FROM question
      WHERE id = ${question}`
  expect(await value(counts)).toBe(1001)
  const lastEvent = app.sql`SELECT kind || comment_id FROM comment_event
      WHERE question_id = ${question} ORDER BY seq DESC LIMIT 1`
  expect(await value(lastEvent)).toBe(`deleted${kept}`)
  const unchanged = (rows: unknown[]) =>
    rows.map((row) => ({ ...JSON.parse(String(row)), event_seq: 0 }))
  expect(unchanged(after['question']!)).toEqual(unchanged(before['question']!))
  expect(outcome(await leave(person.accessToken, code))).toEqual([404, -1017])
  const me = await user(app, 'GET /user/me', { token: person.accessToken })
  expect(outcome(me)).toEqual([404, -1017])
  for (const query of [
    `email/available/?email=${person.email}`,
    `username/available/?username=${username}`,
  ])
    expect(outcome(await auth(app, `GET /user/${query}`))).toEqual([202])
  const second = await register(app, person.email)
  expect(second.accessToken).toBeTruthy()
  expect(await userIdOf(app, person.email)).not.toBe(userId)
})

test('leaving: readers of today’s question see the posts go', async () => {
  const person = await activePerson(app)
  const question = await app.todaysQuestionId()
  const commentId = await post(person, 'soon gone', question)
  const live = `/service/quest/v1/question/live?questionId=${question}`
  const socket = new WebSocket(app.origin.replace('http', 'ws') + live, { origin: app.origin })
  const gone = new Promise((resolve) => {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data))
      if (message.type === 'comment.deleted' && message.commentId === commentId) resolve(message)
    })
  })
  await new Promise((resolve) => socket.once('message', resolve))
  expect(outcome(await leave(person.accessToken, await codeFor(person)))).toEqual([205])
  expect(await gone).toMatchObject({ type: 'comment.deleted', commentId })
  socket.close()
})

test('leaving succeeds once for 20 deletions at once', async () => {
  const person = await activePerson(app)
  const code = await codeFor(person)
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => leave(person.accessToken, code)),
  )
  const statuses = responses.map(({ status }) => status).sort()
  expect(statuses.filter((status) => status === 205)).toHaveLength(1)
  expect(statuses.every((status) => [205, 403, 404, 406].includes(status))).toBe(true)
  expect(await userIdOf(app, person.email)).toBeUndefined()
})

test('leaving changes nothing without the right code', async () => {
  const person = await activePerson(app)
  expect(outcome(await leave(person.accessToken, '123456'))).toEqual(invalid('passcode'))
  const code = await codeFor(person)
  expect(outcome(await leave(person.accessToken, otherCode(code)))).toEqual(invalid('passcode'))
  const withoutLanguage = { token: person.accessToken, body: { passcode: code } }
  expect(outcome(await account('DELETE /user/', withoutLanguage))).toEqual(invalid('language'))
  expect(await userIdOf(app, person.email)).toBeTruthy()
})

test('leaving sends the code in the requested language, and refuses an unknown one', async () => {
  const person = await activePerson(app)
  const { length: before } = await mails(app, person.email)
  await ask(person.accessToken, 'ja')
  const heading = translator('ja')('mail.accountDeletion.heading')
  expect((await newMail(app, person.email, before)).text).toContain(heading)
  expect((await ask(person.accessToken, 'fr')).status).toBe(406)
  const without = await account('GET /user/account/delete', { token: person.accessToken })
  expect(without.body.errorCode).toBeLessThan(0)
})

test.each(['pause', 'ban'] as const)(
  'leaving: a person who is suspended (%s) exports and deletes everything',
  async (suspended) => {
    const person = await createPerson(app, { suspended })
    const token = person.accessToken
    await postOf(app, await app.todaysQuestionId(), person, 'Words of a suspended person')
    expect(await exportOf(app, person)).toContain('Words of a suspended person')
    expect(outcome(await ask(token))).toEqual([202])
    expect(outcome(await leave(token, codeIn(await newMail(app, person.email, 0))))).toEqual([205])
    const left = JSON.stringify(await everything())
    expect(left).not.toContain('Words of a suspended person')
    expect(left).not.toContain(person.email)
    expect(left).not.toContain(person.userId)
  },
)
