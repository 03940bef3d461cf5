import { beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/domain/durations.ts'
import { tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { tokyoIso } from '../../src/domain/tokyo-time.ts'
import {
  commentSchema,
  ownCommentSchema,
  type Comment,
  type OwnComment,
  type Question,
} from '../../src/contract/schemas.ts'
import { ownApp } from '../../harness/own-app.ts'
import { fillDemonstration } from '../../harness/local/fill.ts'
import { createPerson, insertComments, type TestPerson } from '../../harness/people.ts'
import { invalid, outcome } from '../../harness/steps/auth-calls.ts'
import { postOf } from '../../harness/steps/moderation-calls.ts'
import { call, resultsOf } from '../../harness/steps/service-calls.ts'

const noon = tokyoDayStart(tokyoDay(Date.now())) + DAY_MS / 2
const app = await ownApp({ clockOffsetMs: noon - Date.now() })
let person: TestPerson

await fillDemonstration(app.db, new Date(noon))
const line = 'GET /question/'
const latest: Question[] = await resultsOf(app, 'question', line, undefined, { limit: '2' })
const [yesterday, question] = latest as [Question, Question]
beforeEach(async () => {
  person = await createPerson(app, { pictureId: 'picture-1' })
})

interface Call {
  as?: TestPerson
  headers?: Record<string, string>
}

const send = (method: string, body: unknown, { as = person, headers }: Call = {}) =>
  call(app, 'comment', `${method} /comment`, {
    body,
    headers: { Authorization: as.authorization, ...headers },
  })

const post = (text: unknown, more?: Call) =>
  send('POST', { questionId: question.questionId, text }, more)

async function posted(text: string, more?: Call): Promise<Comment> {
  const { status, body } = await post(text, more)
  expect([status, body.results?.length]).toEqual([200, 1])
  return body.results[0]
}

const remove = (commentId: unknown, more?: Call) => send('DELETE', { commentId }, more)

const ownComments = (query = {}): Promise<OwnComment[]> =>
  resultsOf(app, 'comment', 'GET /comment', person, { userId: person.userId, ...query })

async function asRead(): Promise<Question> {
  const { questionId } = question
  return (await resultsOf(app, 'question', 'GET /question/comment', undefined, { questionId }))[0]
}

const rows = () => app.sql`SELECT count(*) AS n FROM comment`.first<number>('n')

test('POST /comment answers the comment as everybody then reads it', async () => {
  const before = await asRead()
  const comment = await posted(' 一問\r\n一答 ')
  expect(commentSchema.parse(comment)).toEqual(comment)
  expect(comment).toMatchObject({
    userId: person.userId,
    text: '一問\n一答',
    userOptions: { picture: '/picture/picture-1', username: person.username },
  })
  expect(comment.commentId).toMatch(/^[A-Za-z0-9_-]{10}$/)
  expect(Math.abs(comment.lastUpdated * 1000 - noon)).toBeLessThan(HOUR_MS)
  expect(tokyoIso(comment.lastUpdated * 1000).slice(0, 19)).toBe(
    comment.lastUpdatedDate.slice(0, 19),
  )
  const after = await asRead()
  expect(after.questionComments!.at(-1)).toEqual(comment)
  expect(after.questionCommentsCount).toBe(before.questionCommentsCount + 1)
  expect(after.questionUsersCount).toBe(before.questionUsersCount + 1)
})

test('POST /comment knows the language by the text, and for a text without words by the page', async () => {
  const lang = async (text: string, headers: Record<string, string>) =>
    (await posted(text, { as: await createPerson(app), headers })).lang
  const japanesePage = { Cookie: 'Language=ja' }
  const englishPage = { Cookie: 'Language=en' }
  expect(await lang('読書', englishPage)).toBe('ja')
  expect(await lang('My favourite word is 木漏れ日.', japanesePage)).toBe('en')
  expect(await lang('🙂', japanesePage)).toBe('ja')
  expect(await lang('🙂', {})).toBe('ja')
  expect(await lang('🙂', { ...japanesePage, LanguageCode: 'en' })).toBe('en')
  const { eventSeq } = await asRead()
  expect(await lang('👍', englishPage)).toBe('en')
  expect((await asRead()).questionComments!.at(-1)!.lang).toBe('en')
  const missed = { questionId: question.questionId, after: eventSeq }
  const events = await resultsOf(app, 'question', 'GET /question/events', undefined, missed)
  expect(events).toMatchObject([{ comment: { lang: 'en' } }])
})

test('POST /comment reads the language of a row without one from its text', async () => {
  const at = { questionId: yesterday.questionId, userId: person.userId, createdAt: noon }
  await insertComments(app, [
    { id: 'old-words', slot: 1, text: 'a walk', ...at },
    { id: 'old-emoji', slot: 2, text: '🙂', ...at },
  ])
  const [emoji, words] = await ownComments()
  expect([words?.lang, emoji?.lang]).toEqual(['en', undefined])
})

test('POST /comment stores nothing of a text that it refuses', async () => {
  const before = await rows()
  expect(outcome(await post('a'.repeat(141)))).toEqual(invalid('text'))
  expect(await rows()).toBe(before)
})

test('POST /comment refuses a question that is closed, scheduled or unknown', async () => {
  const scheduled = await app.sql`SELECT id FROM question
      ORDER BY day DESC LIMIT 1`.first<string>('id')
  for (const questionId of [yesterday.questionId, scheduled, 'unknown', '']) {
    const response = await send('POST', { questionId, text: 'late' })
    expect(outcome(response)).toEqual(invalid('questionId'))
  }
})

test('DELETE /comment responds 205 without a body, hides the comment from everybody and erases its text', async () => {
  const comment = await posted('gone soon')
  const before = await asRead()
  const { status, body } = await remove(comment.commentId)
  expect([status, body]).toEqual([205, {}])
  const after = await asRead()
  expect(after.questionComments!.map(({ commentId }) => commentId)).not.toContain(comment.commentId)
  expect(after.questionCommentsCount).toBe(before.questionCommentsCount - 1)
  expect(after.questionUsersCount).toBe(before.questionUsersCount - 1)
  expect(await ownComments()).toEqual([])
  const stored = await app.sql`SELECT text FROM comment
      WHERE id = ${comment.commentId}`.first('text')
  expect(stored).toBe('')
})

test('DELETE /comment takes only one’s own, and each once', async () => {
  const comment = await posted('mine')
  const other = await createPerson(app)
  expect(outcome(await remove(comment.commentId, { as: other }))).toEqual([403, -1016])
  expect(await ownComments()).toHaveLength(1)
  expect((await remove(comment.commentId)).status).toBe(205)
  expect(outcome(await remove(comment.commentId))).toEqual([404, -1022])
  expect(outcome(await remove(comment.commentId, { as: other }))).toEqual([404, -1022])
  expect(outcome(await remove('unknown'))).toEqual([404, -1022])
})

test('DELETE /comment takes a comment on a closed question, too', async () => {
  const id = await postOf(app, yesterday.questionId, person, 'old')
  expect((await remove(id)).status).toBe(205)
})

test('GET /comment answers one’s own comments with their question, newest first', async () => {
  const first = await posted('first')
  const second = await posted('second')
  const list = await ownComments()
  expect(list.map(({ commentId }) => commentId)).toEqual([second.commentId, first.commentId])
  for (const comment of list) {
    expect(ownCommentSchema.parse(comment)).toEqual(comment)
    expect(comment.question).toEqual({
      questionId: question.questionId,
      text: question.text,
      questionTranslations: question.questionTranslations,
    })
  }
})

test('GET /comment comes in pages without a gap or a repetition', async () => {
  const { results: questions } = await app.sql`SELECT id FROM question
      WHERE day < ${tokyoDay(Date.now())} ORDER BY day`.all<{ id: string }>()
  const { userId } = person
  const posts = questions.flatMap(({ id: questionId }) =>
    [1, 2].map((slot) => ({ questionId, userId, slot, text: 'text', createdAt: noon })),
  )
  const newestFirst = (await insertComments(app, posts)).toReversed()
  const idsOf = (list: Comment[]) => list.map(({ commentId }) => commentId)

  expect(idsOf(await ownComments())).toEqual(newestFirst.slice(0, 50))
  expect(idsOf(await ownComments({ limit: '100' }))).toEqual(newestFirst)
  const second = await ownComments({ limit: '7', before: newestFirst[6] })
  expect(idsOf(second)).toEqual(newestFirst.slice(7, 14))
  expect(await ownComments({ before: newestFirst.at(-1) })).toEqual([])
})
