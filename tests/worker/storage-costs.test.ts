import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { ensureDays } from '../../src/worker/db/question.ts'
import { authService } from '../../src/worker/services/auth/routes.ts'
import { commentService } from '../../src/worker/services/comment/routes.ts'
import { questionService } from '../../src/worker/services/question/routes.ts'
import { userCalls } from '../../src/contract/calls/user.ts'
import { createService } from '../../src/worker/http/create-service.ts'
import { readMe } from '../../src/worker/services/user/settings.ts'
import { openSession } from '../../src/worker/identity/sessions.ts'
import { jsonRequest } from '../../harness/json-request.ts'
import { ownApp } from '../../harness/own-app.ts'
import { lifetime } from '../../harness/lifetime.ts'
import { createPerson, insertComments, type TestPerson } from '../../harness/people.ts'
import { recordedEnv, type Cost } from '../../harness/recorded-database.ts'

/** Maximum cost per call, independent of the number of comments. */
const most: Record<string, Omit<Cost, 'rowsWritten'> & { rowsWritten?: number }> = {
  'the home page, cold': { trips: 1, rowsRead: 120 },
  'earlier comments': { trips: 1, rowsRead: 410 },
  'past questions': { trips: 1, rowsRead: 100 },
  'events that were missed': { trips: 1, rowsRead: 10 },
  // Comment, three indexes, question and event.
  'a post': { trips: 1, rowsRead: 40, rowsWritten: 6 },
  'a deletion': { trips: 2, rowsRead: 20 },
  'own comments': { trips: 2, rowsRead: 20 },
  me: { trips: 1, rowsRead: 10 },
  'a refresh': { trips: 1, rowsRead: 5, rowsWritten: 1 },
}
/** Also 20,000 in `npm run test:slow`. */
const sizes = [10, Number(process.env['MAX_COMMENTS'] ?? 1_000)]

const app = await ownApp()
const { env, record } = await recordedEnv(app)
const questionId = await app.todaysQuestionId()
let person: TestPerson
const meService = createService({ readMe: userCalls.readMe }, { readMe })

beforeAll(async () => {
  // Each isolate ensures once a day that the question exists.
  await ask(questionService, '/question/comment?questionnaireId=daily')
  // Each isolate reads the word list every 30 s.
  person = await createPerson(app)
  await post('first')
})

type Asked = { fetch: typeof questionService.fetch }
async function ask(
  service: Asked,
  path: string,
  init: { method?: string; body?: object; key?: string | undefined } = {},
) {
  const { method = 'GET', body, key } = init
  const headers = {
    Authorization: person?.authorization ?? '',
    ...(key && { 'Idempotency-Key': key }),
  }
  const request = new Request(`http://service${path}`, jsonRequest(method, body, headers))
  const response = await service.fetch(request, env, lifetime)
  expect(response.status, path).toBeLessThan(300)
  return response
}

const post = (text: string, key?: string) =>
  ask(commentService, '/comment', { method: 'POST', body: { questionId, text }, key })

async function idOf(response: Response): Promise<string> {
  const { results } = (await response.json()) as { results: [{ commentId: string }] }
  return results[0].commentId
}

const remove = (commentId: string) =>
  ask(commentService, '/comment', { method: 'DELETE', body: { commentId } })

const questionOf = (day: string) =>
  app.sql`SELECT id FROM question WHERE day = ${day}`.first<string>('id')

const ensureDaysAt = (ms: number) =>
  ensureDays(Object.assign({ ...env }, { CLOCK_OFFSET_MS: String(ms - Date.now()) }))

let stored = 0

async function fillUp(count: number) {
  await app.db.batch([
    app.sql`WITH RECURSIVE n(i) AS (SELECT CAST(${Math.floor(stored / 3)} AS INTEGER)
        UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.floor(count / 3)})
      INSERT OR IGNORE INTO user
        (id, username, username_key, email, email_key, created_at, activated_at)
      SELECT 'filler-' || i, 'f' || i, 'f' || i, i || '@example.com', i || '@example.com', 0, 0
      FROM n`,
    app.sql`WITH RECURSIVE n(i) AS (SELECT CAST(${stored} AS INTEGER)
        UNION ALL SELECT i + 1 FROM n WHERE i < ${count} - 1)
      INSERT OR IGNORE INTO comment (id, question_id, user_id, slot, text, created_at)
      SELECT 'filler-' || i, ${questionId}, 'filler-' || (i / 3), i % 3 + 1, 'text', 0 FROM n`,
  ])
  stored = count
}

async function costs(): Promise<Record<string, Cost>> {
  person = await createPerson(app)
  const { tokens, statement } = openSession(env, person.userId, {
    admitsSuspended: false,
    isPersistent: true,
    device: ['', '', '', '', '', '', '', ''],
    browserHash: null,
  })
  await statement.run()
  const day = tokyoDayStart(tokyoDay(Date.now())) / 1000
  const today = `/question/comment?questionnaireId=daily&previewAt=${day}&commentsLimit=50`
  const last = await app.sql`SELECT id FROM comment WHERE question_id = ${questionId}
    ORDER BY seq DESC LIMIT 1`.first<string>('id')
  const seq = await app.sql`SELECT event_seq FROM question
    WHERE id = ${questionId}`.first<number>('event_seq')
  let commentId = ''
  const calls: Record<string, () => Promise<unknown>> = {
    'the home page, cold': () => ask(questionService, today),
    'earlier comments': () =>
      ask(questionService, `/question/comment?questionId=${questionId}&commentsBefore=${last}`),
    'past questions': () => ask(questionService, '/question?limit=31'),
    'events that were missed': () =>
      ask(questionService, `/question/events?questionId=${questionId}&after=${seq! - 1}`),
    'a post': async () => (commentId = await idOf(await post('text', crypto.randomUUID()))),
    'own comments': () => ask(commentService, `/comment?userId=${person.userId}`),
    'a deletion': () => remove(commentId),
    me: () => ask(meService, '/user/me'),
    'a refresh': () => ask(authService, `/user/token?token=${tokens.updateToken}`),
  }
  const found: Record<string, Cost> = {}
  for (const [name, call] of Object.entries(calls)) found[name] = await record.costOf(call)
  return found
}

test('no call costs more than its share, however many comments there are', async () => {
  const dear: string[] = []
  for (const size of sizes) {
    await fillUp(size)
    const found = await costs()
    expect(Object.keys(found).toSorted()).toEqual(Object.keys(most).toSorted())
    for (const [name, { trips, rowsRead, rowsWritten }] of Object.entries(found)) {
      const limit = { rowsWritten: Infinity, ...most[name]! }
      if (trips > limit.trips || rowsRead > limit.rowsRead || rowsWritten > limit.rowsWritten)
        dear.push(`${name}, ${size}`)
    }
  }
  expect(dear).toEqual([])
})

test('a search reads four rows for each post: two are its question’s texts', async () => {
  person = await createPerson(app)
  const days = Array.from({ length: 20 }, (_, index) => addDays(tokyoDay(Date.now()), -3 - index))
  for (const day of days) {
    const createdAt = tokyoDayStart(day)
    await ensureDaysAt(createdAt)
    const at = { questionId: (await questionOf(day))!, userId: person.userId, createdAt }
    const slots = [1, 2, 3].map((slot) => ({
      ...at,
      id: `${day}-${slot}`,
      slot,
      text: slot === 2 && day === days[9] ? 'a needle' : 'text',
    }))
    await insertComments(app, slots)
  }
  let found: { commentId: string; question: { text: string } }[] = []
  const { rowsRead } = await record.costOf(async () => {
    const response = await ask(commentService, `/comment?userId=${person.userId}&q=needle`)
    found = ((await response.json()) as { results: typeof found }).results
  })
  expect(found.map(({ commentId }) => commentId)).toEqual([`${days[9]}-2`])
  expect(found[0]!.question.text).toMatch(/\w/)
  expect(rowsRead).toBeGreaterThan(2 * 60)
  expect(rowsRead).toBeLessThanOrEqual(4 * 60 + 20)
})

test('a new day reads few rows, however many comments and questions there are', async () => {
  const { rowsRead } = await record.costOf(() => ensureDaysAt(Date.now() + 40 * DAY_MS))
  console.log(`rows read for a new day: ${rowsRead}`)
  expect(await app.sql`SELECT count(*) AS n FROM comment`.first<number>('n')).toBeGreaterThan(900)
  expect(rowsRead).toBeLessThanOrEqual(40)
})
