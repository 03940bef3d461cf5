import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { fillQuestions } from '../../harness/local/fill.ts'
import { questionPack, withoutSeasons } from '../../harness/local/question-pack.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import type { Question } from '../../src/contract/schemas.ts'
import { ensureDays } from '../../src/worker/db/question.ts'
import { deleteEndedSessions } from '../../src/worker/jobs/clean-up.ts'
import { resultsOf } from '../../harness/steps/service-calls.ts'
import { ownApp } from '../../harness/own-app.ts'
import { expectError } from '../../harness/expect-error.ts'
import { bindingsOf, createPerson } from '../../harness/people.ts'

const pack = withoutSeasons(questionPack())
const { order } = pack
const app = await ownApp()
const now = Date.now()

await app.triggerCron()
const person = await createPerson(app)

async function names(sql: string): Promise<string[]> {
  const { results } = await app.db.prepare(sql).all<{ name: string }>()
  return results.map(({ name }) => name)
}

test('the cron trigger makes sure of today and tomorrow', async () => {
  expect(await names('SELECT day AS name FROM question ORDER BY day')).toEqual([
    tokyoDay(now),
    tokyoDay(now + DAY_MS),
  ])
})

test('the cron trigger deletes sessions that have run out, and no other, within 64 minutes', async () => {
  const env = await bindingsOf(app)
  const insert = (id: string, expiresAt: number) =>
    app.sql`INSERT INTO session (id, user_id, kept, created_at, expires_at, ends_at)
        VALUES (${id}, ${person.userId}, 1, 0, ${expiresAt}, ${now + DAY_MS})`.run()
  // All possible first characters of an id.
  const firsts = Array.from({ length: 64 }, (_, n) => Buffer.of(n << 2).toString('base64url')[0]!)
  expect(new Set(firsts).size).toBe(64)
  for (const first of firsts) {
    await insert(`${first}-over`, now - 1)
    await insert(`${first}-alive`, now + DAY_MS)
  }
  const remaining = () => names("SELECT id AS name FROM session WHERE id LIKE '%-over'")
  await app.triggerCron()
  expect(await remaining()).toHaveLength(63)
  const minutes = Array.from({ length: 64 }, (_, n) => Date.now() + n * MINUTE_MS)
  await env.DB.batch(minutes.map((nowMs) => deleteEndedSessions(env, nowMs)))
  expect(await remaining()).toEqual([])
  expect(await names("SELECT id AS name FROM session WHERE id LIKE '%-alive'")).toHaveLength(64)
  expect(await names('SELECT id AS name FROM session')).toContain(person.sessionId)
})

test('the cron trigger deletes codes, links, tokens and counters that have expired, and no other', async () => {
  const other = await createPerson(app)
  for (const [id, time] of [
    [person.userId, now - 1],
    [other.userId, now + HOUR_MS],
  ] as const) {
    const name = time < now ? 'over' : 'alive'
    await app.sql`INSERT INTO issued_passcode VALUES (${id}, 2, ${id}, ${name}, 0, ${time})`.run()
    await app.sql`INSERT INTO email_change
        VALUES (${name}, ${id}, 'new@example.com', ${time})`.run()
    await app.sql`INSERT INTO security_link
        VALUES (NULL, ${name}, ${id}, 'x@example.com', ${time})`.run()
    await app.sql`INSERT INTO used_token (token_hash, expires_at) VALUES (${name}, ${time})`.run()
    await app.sql`INSERT INTO attempt_counter (name, count, window_ends_at)
        VALUES (${name}, 1, ${time})`.run()
  }
  await app.triggerCron()
  for (const sql of [
    'SELECT code_hash AS name FROM issued_passcode WHERE purpose = 2',
    'SELECT token_hash AS name FROM email_change',
    'SELECT token_hash AS name FROM security_link',
    'SELECT token_hash AS name FROM used_token',
    'SELECT name FROM attempt_counter',
  ]) {
    expect(await names(sql), sql).toEqual(['alive'])
  }
})

test('the cron trigger removes accounts that were not activated within a day, with all that is theirs', async () => {
  const stale = await createPerson(app, { activated: false, username: 'stale' })
  const fresh = await createPerson(app, { activated: false, username: 'fresh' })
  await app.sql`UPDATE user SET created_at = ${now - DAY_MS - 1000}
      WHERE id = ${stale.userId}`.run()
  await app.sql`UPDATE user SET created_at = ${now - DAY_MS + HOUR_MS}
      WHERE id = ${fresh.userId}`.run()
  await app.sql`UPDATE user SET created_at = ${now - 100 * DAY_MS}
      WHERE id = ${person.userId}`.run()
  await app.triggerCron()
  expect(
    await names("SELECT username AS name FROM user WHERE username IN ('stale', 'fresh')"),
  ).toEqual(['fresh'])
  expect(await names('SELECT user_id AS name FROM session')).not.toContain(stale.userId)
  expect(await names('SELECT id AS name FROM user')).toContain(person.userId)
})

test.each(['outbox', 'smtp'])(
  'the cron trigger deletes sent mail after a day with the transport %s, and keeps mail that waits',
  async (transport) => {
    await app.setVars({ MAIL_TRANSPORT: transport })
    await app.sql`DELETE FROM mail`.run()
    const old = now - DAY_MS - 1000
    const young = now - DAY_MS + HOUR_MS
    await app.sql`INSERT INTO mail (id, sealed, created_at, next_attempt_at, expires_at, sent_at)
        VALUES ('sent long ago', 'sealed', ${old}, ${old}, ${old + 10 * MINUTE_MS}, ${old}),
          ('waits', 'sealed', ${old}, ${now + HOUR_MS}, ${now + 2 * HOUR_MS}, NULL),
          ('sent today', 'sealed', ${young}, ${young}, ${young + HOUR_MS}, ${young})`.run()
    await app.triggerCron()
    expect(await names('SELECT id AS name FROM mail ORDER BY id')).toEqual(['sent today', 'waits'])
    await app.setVars({ MAIL_TRANSPORT: 'outbox' })
  },
)

test('the cron trigger deletes the events of every question older than three days', async () => {
  const days = [now - 2 * DAY_MS, now - 4 * DAY_MS, now - 20 * DAY_MS, now - 400 * DAY_MS]
  for (const [index, time] of days.entries()) {
    const [id, day] = [`question-${index}`, tokyoDay(time)]
    await app.sql`INSERT INTO question (id, questionnaire_id, topic_id, day, preview_at)
        SELECT ${id}, questionnaire_id, topic_id, ${day}, ${tokyoDayStart(day)} FROM question LIMIT 1`.run()
    await app.sql`INSERT INTO comment (id, question_id, user_id, slot, text, created_at)
        VALUES (${`comment-${index}`}, ${id}, ${person.userId}, 1, 'text', ${time})`.run()
    await app.sql`UPDATE comment SET deleted_at = ${now} WHERE id = ${`comment-${index}`}`.run()
  }
  const withEvents = () =>
    names(
      "SELECT DISTINCT question_id AS name FROM comment_event WHERE question_id LIKE 'question-%'",
    )
  expect(await withEvents()).toHaveLength(4)
  await app.triggerCron()
  expect(await withEvents()).toEqual(['question-0'])
  const statusAfter = async (id: string, seq: number) =>
    (await app.fetch(`/service/quest/v1/question/events?questionId=${id}&after=${seq}`)).status
  expect(await statusAfter('question-3', 1)).toBe(404)
  expect(await statusAfter('question-3', 2)).toBe(200)
})

describe('days', () => {
  /** Two future days of the test's own, since the worker remembers days, and the midnight between them. */
  let oldDay = tokyoDay(Date.now())
  let newDay: string
  let midnight: number
  beforeEach(async () => {
    oldDay = addDays(oldDay, 30)
    newDay = addDays(oldDay, 1)
    midnight = tokyoDayStart(newDay)
    await app.db.exec('DELETE FROM comment; DELETE FROM question; DELETE FROM pack_question')
    await fillQuestions(app.db, pack)
  })

  const setTime = (at: number) => app.setClock(at - Date.now())

  const today = async (): Promise<Question> => {
    const daily = { questionnaireId: 'daily' }
    return (await resultsOf(app, 'question', 'GET /question/comment', undefined, daily))[0]
  }

  async function days() {
    const { results } = await app.sql`SELECT day, pack_question_id AS pack FROM question
      ORDER BY day`.all<{ day: string; pack: string | null }>()
    return results
  }

  test('the first read of a day: 50 at once, with direct calls and crons, leave one question for the day and one for tomorrow', async () => {
    await setTime(midnight + MINUTE_MS)
    expect(await days()).toEqual([])
    const env = await bindingsOf(app)
    const [questions] = await Promise.all([
      Promise.all(Array.from({ length: 50 }, today)),
      ...Array.from({ length: 20 }, () => ensureDays(env)),
      ...Array.from({ length: 5 }, () => app.triggerCron()),
    ])
    expect(new Set(questions.map(({ questionId }) => questionId)).size).toBe(1)
    expect(await days()).toEqual([
      { day: newDay, pack: order[0] },
      { day: addDays(newDay, 1), pack: order[1] },
    ])
  })

  test('the first read of a day makes tomorrow when yesterday had already made today', async () => {
    await setTime(midnight - MINUTE_MS)
    await today()
    await setTime(midnight + MINUTE_MS)
    const question = await today()
    expect(question.previewAt).toBe(midnight / 1000)
    expect(await days()).toEqual([
      { day: oldDay, pack: order[0] },
      { day: newDay, pack: order[1] },
      { day: addDays(newDay, 1), pack: order[2] },
    ])
  })

  test('the first read of a day creates the day when it reads the list', async () => {
    await setTime(midnight + MINUTE_MS)
    const list: Question[] = await resultsOf(app, 'question', 'GET /question/', undefined)
    expect(list.map(({ previewAt }) => previewAt)).toEqual([midnight / 1000])
  })

  test('the first read of a day returns 404 from an empty pack with a line in the log, and works once there are questions', async () => {
    await setTime(midnight + MINUTE_MS)
    await app.db.exec('DELETE FROM pack_question')
    const path = '/service/quest/v1/question/comment?questionnaireId=daily'
    await expectError(await app.fetch(path), 'dataNotFound')
    const lines = () => app.logs.filter((line) => line.includes('no-question'))
    await expect.poll(lines).not.toEqual([])
    expect(lines()).toHaveLength(1)
    await fillQuestions(app.db, pack)
    expect((await today()).previewAt).toBe(midnight / 1000)
  })
})
