import { expect, it } from 'vitest'
import { type ReportCategory, urgentCategories } from '../../src/domain/moderation.ts'
import { createPeople, createPerson } from '../../harness/people.ts'
import { call, resultsOf } from '../../harness/steps/service-calls.ts'
import { invalid, outcome } from '../../harness/steps/auth-calls.ts'
import {
  TEXT,
  caseById,
  caseOf,
  decide,
  moderation,
  noticesOf,
  ownPost,
  postOf,
  purgeReads,
  queueOf,
  report,
} from '../../harness/steps/moderation-calls.ts'
import {
  app,
  author,
  caseNow,
  commentId,
  decideNow,
  first,
  isShown,
  moderator,
  question,
  questionId,
  reportByAll,
  reporters,
  setUpModeration,
} from './moderation-setting.ts'

setUpModeration()

it('a report opens the post’s case, with its text, and gives a reference number', async () => {
  const reference = await report(app, first(), commentId, 'spam')
  expect(reference).toMatch(/^R-[2-9A-HJ-NP-Z]{10}$/)
  const openCase = await caseById(app, moderator, reference)
  expect(openCase).toMatchObject({
    state: 'open',
    text: TEXT,
    isHeld: false,
    score: 1,
    categories: [{ category: 'spam', count: 1 }],
    reports: [{ reference, category: 'spam', isGuest: false }],
    author: author.username,
  })
})

it('a report keeps no text and no words in the clear', async () => {
  const input = { commentId, category: 'other', words: 'A secret of mine.' }
  await moderation(app, 'POST /report', first(), input)
  const tables = ['moderation_case', 'report']
  const rows = await Promise.all(
    tables.map((table) => app.db.prepare(`SELECT * FROM ${table}`).all()),
  )
  expect(JSON.stringify(rows)).not.toMatch(/A secret of mine|Words that somebody/)
  const { reports } = await caseNow()
  expect(reports[0]!.words).toBe('A secret of mine.')
})

it('a report is one when it is made twice', async () => {
  const reference = await report(app, first(), commentId, 'spam')
  expect(await report(app, first(), commentId, 'spam')).toBe(reference)
  expect((await caseNow()).score).toBe(1)
})

it('a report weighs once for a person, whatever the categories', async () => {
  await report(app, first(), commentId, 'spam')
  await report(app, first(), commentId, 'hate')
  const { score, reports } = await caseNow()
  expect([score, reports.length]).toEqual([1, 2])
})

async function reportFrom(networks: string[], category: ReportCategory = 'spam') {
  const illegal = { reason: 'It breaks a law.', inGoodFaith: true }
  const people = await createPeople(app, networks.length)
  for (const [number, from] of networks.entries()) {
    const { status } = await call(app, 'moderation', 'POST /report', {
      body: { commentId, category, ...(category === 'illegal' && { illegal }) },
      headers: { Authorization: people[number]!.authorization },
      from,
    })
    expect(status).toBe(200)
  }
}
const networks = Array.from({ length: 12 }, (_, number) => `198.51.100.${number}`)

it('a report by newcomers weighs as little as one in their network', async () => {
  await reportFrom(networks.map(() => '2001:db8:1:1::7'))
  await reportFrom(['2001:db8:1:1::9', '203.0.113.8'])
  expect((await caseNow()).score).toBe(0.5)
})

it('a report by newcomers holds nothing in any number, and does not keep the others from holding', async () => {
  await reportFrom(networks)
  expect(await caseNow()).toMatchObject({ score: 1, isHeld: false })
  await report(app, reporters[0]!, commentId)
  await report(app, reporters[1]!, commentId)
  expect(await caseNow()).toMatchObject({ score: 3, isHeld: true })
})

it.each(['hate', 'illegal'] as const)(
  'a report by newcomers is read after “none”, and weighs nothing: %s',
  async (category) => {
    await reportFrom(['203.0.113.8'], 'illegal')
    expect((await decideNow({ action: 'none' })).status).toBe(200)
    await reportFrom(networks, category)
    expect(await caseNow()).toMatchObject({
      state: 'open',
      score: 0,
      isHeld: false,
    })
    const { results } = await app.sql`SELECT newcomer_key FROM report WHERE outcome IS NOT NULL
          AND newcomer_key IS NOT NULL`.all()
    expect(results).toEqual([])
  },
)

it('a report is refused for one’s own post', async () => {
  const response = await moderation(app, 'POST /report', author, { commentId, category: 'spam' })
  expect(outcome(response)).toEqual([403, -1016])
})

it('a report is refused for a post that is gone, or never was', async () => {
  for (const id of ['no-such-post', commentId]) {
    await app.sql`UPDATE comment SET deleted_at = 1, text = '' WHERE id = ${id}`.run()
    const input = { commentId: id, category: 'spam' }
    const response = await moderation(app, 'POST /report', first(), input)
    expect(outcome(response)).toEqual([404, -1022])
  }
})

it('a report needs its form for something illegal', async () => {
  const input = { commentId, category: 'illegal' }
  const bare = await moderation(app, 'POST /report', first(), input)
  expect(outcome(bare)).toEqual(invalid('illegal'))
  const illegal = { name: 'Hanako', reason: 'It breaks a law.', inGoodFaith: true }
  expect((await moderation(app, 'POST /report', first(), { ...input, illegal })).status).toBe(200)
  expect((await caseNow()).reports).toMatchObject([{ illegal: 'It breaks a law.', name: 'Hanako' }])
})

it('a report takes no room from the case’s readers when there is more of the same', async () => {
  await report(app, reporters[0]!, commentId, 'hate')
  const openCase = await caseNow()
  await report(app, reporters[1]!, commentId, 'hate')
  expect((await decide(app, moderator, openCase, { action: 'none' })).status).toBe(200)
})

it('a report changes the case if it names another category', async () => {
  await report(app, reporters[0]!, commentId, 'hate')
  const openCase = await caseNow()
  await report(app, reporters[1]!, commentId, 'spam')
  expect(outcome(await decide(app, moderator, openCase, { action: 'none' }))).toEqual(
    invalid('version'),
  )
})

it('reports that weigh enough hold the post from everybody but its author, who reads that it is held', async () => {
  const before = await question()
  expect(await isShown()).toBe(true)
  await reportByAll()
  expect(await isShown()).toBe(false)
  expect((await question()).questionCommentsCount).toBe(before.questionCommentsCount - 1)
  expect((await question()).questionUsersCount).toBe(before.questionUsersCount - 1)
  expect(await ownPost(app, author, commentId)).toMatchObject({
    text: TEXT,
    hidden: { state: 'held' },
  })
  expect(await noticesOf(app, author)).toMatchObject([{ kind: 'held', text: TEXT }])
  expect(await noticesOf(app, reporters[0]!)).toMatchObject([{ kind: 'report', text: '' }])
  expect((await caseNow()).isHeld).toBe(true)
  await decideNow({ action: 'hide' })
  expect((await noticesOf(app, author)).map(({ kind }) => kind)).toEqual(['decision'])
})

it('reports that weigh enough leave no trace on the pages, which have been cached', async () => {
  const words = `Words of ${commentId}`
  await app.sql`UPDATE comment SET text = ${words} WHERE id = ${commentId}`.run()
  const paths = ['/', `/theme_details?themeID=${questionId}`, '/feed/en.xml']
  const headers = { Cookie: 'Language=en' }
  const pages = () =>
    Promise.all(
      paths.map(async (path) =>
        (await (await app.fetch(path, { headers })).text()).includes(words),
      ),
    )
  await expect.poll(pages).toEqual([true, true, expect.any(Boolean)])
  await reportByAll()
  expect(await pages()).toEqual([false, false, false])
})

it('reports that weigh enough announce it to open pages as a deletion', async () => {
  const { eventSeq } = await question()
  await reportByAll()
  await purgeReads(app, moderator)
  const missed = { questionId, after: eventSeq }
  const events = await resultsOf(app, 'question', 'GET /question/events', undefined, missed)
  expect(events).toMatchObject([{ type: 'comment.deleted', commentId }])
})

it.each(urgentCategories)(
  'a report of %s comes before heavier cases, until it is decided',
  async (category) => {
    await reportByAll('spam')
    const post = await postOf(app, questionId, author, 'Something sad', 2)
    await report(app, await createPerson(app), post, category)
    const place = async (id: string) => {
      const { caseId } = await caseOf(app, moderator, id)
      return (await queueOf(app, moderator)).findIndex((one) => one.caseId === caseId)
    }
    expect(await place(post)).toBeLessThan(await place(commentId))
    const decided = await caseOf(app, moderator, post)
    expect(decided.isHeld).toBe(false)
    expect((await decide(app, moderator, decided, { action: 'none' })).status).toBe(200)
    await app.sql`UPDATE moderation_case SET state = 'open' WHERE comment_id = ${post}`.run()
    expect(await place(post)).toBeGreaterThan(await place(commentId))
  },
)
