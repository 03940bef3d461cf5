import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { commentService } from '../../src/worker/services/comment/routes.ts'
import { questionService } from '../../src/worker/services/question/routes.ts'
import { userCalls } from '../../src/contract/calls/user.ts'
import { createService } from '../../src/worker/http/create-service.ts'
import { readMe } from '../../src/worker/services/user/settings.ts'
import { openSession, rotate } from '../../src/worker/identity/sessions.ts'
import { startApp, type App } from '../../harness/app.ts'
import { lifetime } from '../../harness/lifetime.ts'
import { createPerson, type TestPerson } from '../../harness/people.ts'
import { recordedEnv, scansOf, type Cost, type Recording } from '../../harness/recorded-database.ts'
import { todaysQuestionId } from '../../harness/todays-question-id.ts'

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

let app: App
let env: Env
let record: Recording
let person: TestPerson
let questionId: string
const meService = createService({ readMe: userCalls.readMe }, { readMe })

beforeAll(async () => {
  app = await startApp()
  ;({ env, record } = await recordedEnv(app))
  questionId = await todaysQuestionId(app)
  // Each isolate ensures once a day that the question exists.
  await ask(questionService, '/question/comment?questionnaireId=daily')
  // Each isolate reads the word list every 30 s.
  person = await createPerson(app)
  await ask(commentService, '/comment', { method: 'POST', body: { questionId, text: 'first' } })
})
afterAll(() => app.stop())

type Asked = { fetch: typeof questionService.fetch }
async function ask(
  service: Asked,
  path: string,
  init: { method?: string; body?: object; key?: string } = {},
) {
  const { body, key, ...rest } = init
  const headers = {
    Authorization: person?.authorization ?? '',
    'Content-Type': 'application/json',
    ...(key && { 'Idempotency-Key': key }),
  }
  const request = new Request(`http://service${path}`, {
    ...rest,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const response = await service.fetch(request, env, lifetime)
  expect(response.status, path).toBeLessThan(300)
  return response
}

const AT_ONCE = 30_000
let stored = 0

async function fillUp(count: number) {
  for (; stored < count; stored = Math.min(count, stored + AT_ONCE)) {
    const until = Math.min(count, stored + AT_ONCE)
    await app.db.batch([
      app.db
        .prepare(
          `WITH RECURSIVE n(i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
           INSERT OR IGNORE INTO user (id, username, username_key, email, email_key, created_at, activated_at)
           SELECT 'filler-' || i, 'f' || i, 'f' || i, i || '@example.com', i || '@example.com', 0, 0 FROM n`,
        )
        .bind(Math.floor(stored / 3), Math.floor(until / 3)),
      app.db
        .prepare(
          `WITH RECURSIVE n(i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < ?2 - 1)
           INSERT OR IGNORE INTO comment (id, question_id, user_id, slot, text, created_at)
           SELECT 'filler-' || i, ?3, 'filler-' || (i / 3), i % 3 + 1, 'text', 0 FROM n`,
        )
        .bind(stored, until, questionId),
    ])
  }
}

async function costs(): Promise<Record<string, Cost>> {
  person = await createPerson(app)
  const { tokens, statement } = await openSession(env, person.userId, {
    admitsSuspended: false,
    isPersistent: true,
    device: ['', '', '', '', '', '', '', ''],
  })
  await statement.run()
  const day = tokyoDayStart(tokyoDay(Date.now())) / 1000
  const today = `/question/comment?questionnaireId=daily&previewAt=${day}&commentsLimit=50`
  const last = await app.db
    .prepare('SELECT id FROM comment WHERE question_id = ? ORDER BY seq DESC LIMIT 1')
    .bind(questionId)
    .first<string>('id')
  const seq = await app.db
    .prepare('SELECT event_seq FROM question WHERE id = ?')
    .bind(questionId)
    .first<number>('event_seq')
  let commentId = ''
  const calls: Record<string, () => Promise<unknown>> = {
    'the home page, cold': () => ask(questionService, today),
    'earlier comments': () =>
      ask(questionService, `/question/comment?questionId=${questionId}&commentsBefore=${last}`),
    'past questions': () => ask(questionService, '/question?limit=31'),
    'events that were missed': () =>
      ask(questionService, `/question/events?questionId=${questionId}&after=${seq! - 1}`),
    'a post': async () => {
      const response = await ask(commentService, '/comment', {
        method: 'POST',
        body: { questionId, text: 'text' },
        key: crypto.randomUUID(),
      })
      commentId = ((await response.json()) as { results: [{ commentId: string }] }).results[0]
        .commentId
    },
    'own comments': () => ask(commentService, `/comment?userId=${person.userId}`),
    'a deletion': () => ask(commentService, '/comment', { method: 'DELETE', body: { commentId } }),
    me: () => ask(meService, '/user/me'),
    'a refresh': () => rotate(env, tokens.updateToken),
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

test('nor does a session’s or a person’s own statement read a whole table', async () => {
  const scans: Record<string, string[]> = {}
  for (const sql of record.statements) {
    const found = await scansOf(app.db, sql)
    if (found.length > 0) scans[sql] = found
  }
  expect(record.statements.size).toBeGreaterThan(10)
  expect(scans).toEqual({})
})
