import { expect, it } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import { openReader } from '../../harness/readers.ts'
import { ownApp } from '../../harness/own-app.ts'
import { bindingsOf, createPeople, createPerson } from '../../harness/people.ts'
import {
  appeal,
  caseOf,
  decide,
  grant,
  personWithRole,
  postOf,
  queueOf,
  report,
} from '../../harness/steps/moderation-calls.ts'
import { callService } from '../../harness/steps/service-calls.ts'
import type { CaseSummary } from '../../src/contract/case-schemas.ts'
import type { Glance } from '../../src/contract/calls/operator-glance.ts'
import { tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'

// Noon in Tokyo, so that the question does not change during a test.
const clockOffsetMs = tokyoDayStart(tokyoDay(Date.now())) + DAY_MS / 2 - Date.now()
const app = await ownApp({ clockOffsetMs })
const nowMs = () => Date.now() + clockOffsetMs

const questionId = await app.todaysQuestionId()
const operator = await personWithRole(app, 'operator')

async function glance(): Promise<Glance> {
  const { status, headers, body } = await callService(app, 'operator', 'GET /glance', operator)
  expect(status).toBe(200)
  expect(headers.get('Cache-Control')).toBe('no-store')
  return body[0]
}

it('shows an empty day of a new site', async () => {
  const shown = await glance()
  expect(shown).toMatchObject({
    readers: 0,
    cases: [],
    suggestions: 0,
    mail: { delivered: 0, waiting: 0, failed: 0 },
    alarms: [],
    database: { limit: 10_000_000_000 },
  })
  expect(shown.days).toHaveLength(14)
  expect(shown.days.at(-1)).toMatchObject({ day: tokyoDay(nowMs()), posts: 0, people: 0 })
})

it('counts readers, posts, people, sign-ups, cases, mail and raised alarms', async () => {
  const [first, second] = await createPeople(app, 2)
  await app.sql`UPDATE user SET created_at = created_at - ${DAY_MS}
    WHERE id = ${second!.userId}`.run()
  const post = await postOf(app, questionId, first!, 'one', 1)
  const other = await postOf(app, questionId, first!, 'two', 2)
  await postOf(app, questionId, second!, 'three')
  await report(app, await createPerson(app), post, 'selfHarm')
  await report(app, await createPerson(app), other)
  const urgent = await caseOf(app, operator, post)
  const reported = await caseOf(app, operator, other)
  const suggestion = { text: 'お題の提案？', isCredited: false }
  await callService(app, 'comment', 'POST /suggestion', second!, suggestion)
  const at = nowMs()
  await app.sql`INSERT INTO mail
      (id, sealed, created_at, attempts, next_attempt_at, expires_at, sent_at)
    VALUES ('sent', '', ${at}, 1, ${at}, ${at}, 1), ('waits', '', ${at}, 0, ${at}, ${at}, NULL),
      ('failed', '', ${at}, 2, ${at}, ${at}, NULL)`.run()
  await app.sql`INSERT INTO alarm VALUES ('mailWaiting', ${at}, '12')`.run()

  // A question replaced today keeps its day, in an unlisted questionnaire.
  await app.sql`INSERT INTO questionnaire (id, name, status) VALUES ('0', 'Replaced', 0)`.run()
  await app.sql`INSERT INTO question (id, questionnaire_id, topic_id, day, preview_at)
    SELECT '0', '0', topic_id, day, preview_at FROM question WHERE id = ${questionId}`.run()

  const reader = await openReader(app, questionId, 0)
  const { ROOM } = await bindingsOf(app)
  await expect.poll(() => ROOM.get(ROOM.idFromName(questionId)).readers()).toBe(1)
  const shown = await glance()
  expect(shown.days.at(-1)).toMatchObject({ posts: 3, people: 2 })
  expect(shown.days.at(-1)!.signUps).toBeGreaterThanOrEqual(3)
  expect(shown.days.at(-2)!.signUps).toBe(1)
  expect(shown).toMatchObject({
    readers: 1,
    cases: [
      { kind: 'urgent', count: 1, caseId: urgent.caseId },
      { kind: 'reported', count: 1, caseId: reported.caseId },
    ],
    suggestions: 1,
    mail: { delivered: 1, waiting: 1, failed: 1 },
    alarms: [{ name: 'mailWaiting', value: '12', since: expect.any(Number) }],
  })
  reader.leave()
})

it('names the first case of each kind in the order of the queue', async () => {
  for (const [at, person] of (await createPeople(app, 9)).entries()) {
    const post = await postOf(app, questionId, person)
    await report(app, operator, post, at < 3 ? 'selfHarm' : 'spam')
    // Of each kind: the one that has waited longest, then two that weigh more.
    await app.sql`UPDATE moderation_case SET state = ${at < 6 ? 'open' : 'appealed'},
      score = ${Math.min(at % 3, 1)}, waiting_since = waiting_since - ${[9, 1, 2][at % 3]!} * 1000
      WHERE comment_id = ${post}`.run()
  }
  const kindOf = ({ state, categories: [one] }: CaseSummary) =>
    state === 'appealed' ? state : one?.category === 'selfHarm' ? 'urgent' : 'reported'
  const queue = Map.groupBy(await queueOf(app, operator), kindOf)
  const inTurn = (['urgent', 'appealed', 'reported'] as const).map((kind) => {
    const { length: count, 0: first } = queue.get(kind)!
    return { kind, count, caseId: first!.caseId }
  })
  expect((await glance()).cases).toEqual(inTurn)
})

it('counts apart what the reader has done their part of, if somebody else can go on', async () => {
  await app.sql`UPDATE moderation_case SET state = 'closed'`.run()
  const author = await createPerson(app)
  const post = await postOf(app, questionId, author)
  const asked = await postOf(app, questionId, author, 'asked about', 2)
  for (const one of [post, asked, await postOf(app, questionId, operator)])
    await report(app, await createPerson(app), one)
  await decide(app, operator, await caseOf(app, operator, post), { action: 'hide' })
  await appeal(app, author)
  await app.sql`INSERT INTO rights_request (reference, case_id, kind, language, sealed_form, created_at)
    SELECT 'Q', id, 'dsa', 'en', '', 1 FROM moderation_case WHERE comment_id = ${asked}`.run()
  const replyDue = (at: number) =>
    app.sql`UPDATE rights_request SET reply_due_at = ${at} WHERE reference = 'Q'`.run()
  const counted = async () => (await glance()).cases.map((one) => `${one.count} ${one.kind}`)
  expect(await counted()).toEqual(['1 appealed', '1 requested', '1 reported'])
  await replyDue(nowMs() + DAY_MS)
  await personWithRole(app, 'operator')
  // Its report can be decided before the reply.
  expect(await counted()).toEqual(['1 requested', '2 elsewhere'])
  await app.sql`UPDATE report SET outcome = 'dismissed'
    WHERE case_id = (SELECT case_id FROM rights_request WHERE reference = 'Q')`.run()
  expect(await counted()).toEqual(['3 elsewhere'])
  await replyDue(1)
  expect(await counted()).toEqual(['1 requested', '2 elsewhere'])
  await app.sql`UPDATE moderation_case SET state = 'closed' WHERE comment_id = ${asked}`.run()
  await grant(app, author, 'operator')
  expect(await counted()).toEqual(['2 elsewhere'])
})
