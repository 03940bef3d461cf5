import { beforeEach, expect, it } from 'vitest'
import ja from '../../locales/ja.json' with { type: 'json' }
import { newMail } from '../../harness/outbox.ts'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { ownApp, setTestClock, setTestLimits } from '../../harness/own-app.ts'
import { createPerson, type TestPerson } from '../../harness/people.ts'
import { openReader } from '../../harness/readers.ts'
import {
  caseOf,
  decide,
  noticesOf,
  ownPost,
  personWithRole,
} from '../../harness/steps/moderation-calls.ts'
import { call, callService } from '../../harness/steps/service-calls.ts'

const app = await ownApp({ vars: { FILTER_REPEAT: 'hold', FILTER_NEW_LINKS: 'hold' } })
const questionId = await app.todaysQuestionId()
await app.db.exec("INSERT INTO filter_word VALUES ('死ね', 'refused', 0), ('バカ', 'held', 0)")
let person: TestPerson
beforeEach(async () => {
  person = await createPerson(app)
})

interface Posted {
  status: number
  field?: string
  commentId?: string
  hidden?: { state: string; filter?: string }
}

async function post(
  { authorization }: TestPerson,
  text: string,
  { key, ...more }: { anyway?: boolean; key?: string } = {},
): Promise<Posted> {
  const { status, body } = await call(app, 'comment', 'POST /comment', {
    headers: { Authorization: authorization, ...(key && { 'Idempotency-Key': key }) },
    body: { questionId, text, ...more },
  })
  return { status, ...(body.field && { field: body.field }), ...body.results?.[0] }
}

/** Effects of holding a post: case, notice and log line. */
async function tracesOf(commentId: string) {
  return app.sql`SELECT moderation_case.state, moderation_case.filter,
    comment.hidden_at IS NOT NULL AS isHidden,
    (SELECT count(*) FROM comment_event WHERE comment_id = comment.id) AS events,
    (SELECT count(*) FROM notice WHERE case_id = moderation_case.id AND kind = 'held') AS notices,
    (SELECT outcome || ' ' || filter || ' ' || word FROM filter_hit
      WHERE comment_id = comment.id) AS hit
    FROM comment JOIN moderation_case ON moderation_case.comment_id = comment.id
    WHERE comment.id = ${commentId}`.first()
}
const isPublic = async (commentId: string) => {
  const page = await app.fetch(
    `/service/quest/v1/question/comment?questionId=${questionId}&findStatus=1,2`,
  )
  return (await page.text()).includes(commentId)
}

it('a held post is in the queue, and seen by its author with the reason, by nobody else', async () => {
  const text = 'くわしくは https://spam.example を見てね'
  const posted = await post(person, text)
  expect(posted).toMatchObject({ status: 200, hidden: { state: 'held', filter: 'links' } })
  expect(await tracesOf(posted.commentId!)).toEqual({
    state: 'open',
    filter: 'links',
    isHidden: 1,
    events: 0,
    notices: 1,
    hit: 'held links ',
  })
  expect(await isPublic(posted.commentId!)).toBe(false)
  const hidden = { state: 'held', filter: 'links' }
  expect(await ownPost(app, person, posted.commentId!)).toMatchObject({ text, hidden })
})

it('the notice that a post is held goes with the post', async () => {
  const { commentId } = await post(person, 'https://spam.example')
  expect(await noticesOf(app, person)).toMatchObject([{ kind: 'held' }])
  const deleted = await callService(app, 'comment', 'DELETE /comment', person, { commentId })
  expect(deleted.status).toBe(205)
  expect(await noticesOf(app, person)).toEqual([])
})

it('a held post that is hidden tells its author that a filter found it, in notice and mail', async () => {
  const moderator = await personWithRole(app, 'moderator')
  const { commentId = '' } = await post(person, 'https://spam.example')
  await decide(app, moderator, await caseOf(app, moderator, commentId), { action: 'hide' })
  expect(await noticesOf(app, person)).toMatchObject([{ decision: { foundByFilter: true } }])
  const { text } = await newMail(app, person.email, 0)
  expect(text).toContain(ja['notices.foundBy.filter'])
})

it('a held post comes to everybody, and to open pages, once a moderator releases it', async () => {
  const moderator = await personWithRole(app, 'moderator')
  const { commentId = '' } = await post(person, 'まったくバカだと思う。')
  const openCase = await caseOf(app, moderator, commentId)
  expect(openCase).toMatchObject({ filter: 'words', filterWord: 'バカ', isHeld: true })
  const reader = await openReader(app, questionId, 0)
  const { body } = await decide(app, moderator, openCase, { action: 'none' })
  expect(body).toMatchObject([{ decisions: [{ foundByFilter: true }] }])
  await expect.poll(() => reader.seqs).toHaveLength(1)
  reader.leave()
  expect(await tracesOf(commentId)).toMatchObject({ state: 'closed', isHidden: 0, events: 1 })
  expect(await isPublic(commentId)).toBe(true)
  expect(await ownPost(app, person, commentId)).not.toHaveProperty('hidden')
})

it('a held post is the same one when it is sent again with its key', async () => {
  const key = crypto.randomUUID()
  const first = await post(person, 'ほんとにﾊﾞｶだと思う。', { key })
  const again = await post(person, 'ほんとにﾊﾞｶだと思う。', { key })
  expect(first).toMatchObject({ status: 200, hidden: { filter: 'words' } })
  expect(again).toEqual(first)
  expect((await tracesOf(first.commentId!))?.['hit']).toBe('held words バカ')
})

it('a held post leaves no case behind when the limit of three refuses it', async () => {
  for (const text of ['一つ目。', '二つ目。', '三つ目。']) await post(person, text)
  const cases = () => app.sql`SELECT count(*) AS n FROM moderation_case`.first<number>('n')
  const before = await cases()
  expect((await post(person, 'あいつはバカだ。')).status).toBe(403)
  expect(await cases()).toBe(before)
})

it('refuses a listed word, and keeps a line of it without the text', async () => {
  expect(await post(person, 'お前なんか死\u200bね')).toEqual({ status: 406, field: 'words' })
  const hit = await app.sql`SELECT * FROM filter_hit WHERE outcome = 'refused'
    ORDER BY seq DESC LIMIT 1`.first()
  expect(hit).toMatchObject({ filter: 'words', word: '死ね', comment_id: null })
  expect(await post(person, 'このお店のプリン、おいしいね。')).toMatchObject({ status: 200 })
})

it('refuses a suggestion with a listed word', async () => {
  const suggestion = { text: 'お前なんか死ね？', isCredited: true }
  const refused = await callService(app, 'comment', 'POST /suggestion', person, suggestion)
  expect(refused.body).toMatchObject({ field: 'words' })
  expect((await callService(app, 'comment', 'GET /suggestion', person)).body).toEqual([])
})

it('asks about a repeated text, posts it when it is meant, and holds the next', async () => {
  const text = 'The same words again'
  expect((await post(person, text)).hidden).toBeUndefined()
  expect(await post(person, text)).toEqual({ status: 406, field: 'repeat' })
  const meant = await post(person, text, { anyway: true })
  expect(await isPublic(meant.commentId!)).toBe(true)
  expect(meant.status).toBe(200)
  expect(meant.hidden).toBeUndefined()
  const third = await post(person, text, { anyway: true })
  expect(third).toMatchObject({ status: 200, hidden: { state: 'held', filter: 'repeat' } })
})

it('answers a request that is sent twice with its first result, not with a question', async () => {
  const key = crypto.randomUUID()
  const first = await post(person, '湯気の立つ味噌汁', { key })
  expect(await post(person, '湯気の立つ味噌汁', { key })).toEqual(first)
})

it('holds the first post of an account where the operator wants it, and no later one once it is shown', async () => {
  await app.setVars({ FILTER_FIRST_POST: 'first' })
  const first = await post(person, 'はじめまして。')
  expect(first.hidden).toEqual({ state: 'held', filter: 'firstPost' })
  expect((await post(person, 'もう一つ。')).hidden?.filter).toBe('firstPost')
  await app.sql`UPDATE comment SET hidden_at = NULL WHERE id = ${first.commentId}`.run()
  expect((await post(person, '三つ目。')).hidden).toBeUndefined()
  await app.setVars({ FILTER_FIRST_POST: 'all' })
  const other = await createPerson(app)
  expect((await post(other, 'こんばんは。')).hidden?.filter).toBe('everyPost')
  await app.setVars({ FILTER_FIRST_POST: 'none' })
})

it('limits the posts of one sender in a minute', async () => {
  // Counters of the last minute are over.
  await setTestClock(app, 2 * MINUTE_MS)
  await setTestLimits(app, 'postsPerMinute=2')
  const people = [await createPerson(app), await createPerson(app), await createPerson(app)]
  const statuses = []
  for (const one of people) statuses.push((await post(one, '朝の光。')).status)
  expect(statuses).toEqual([200, 200, 403])
})
