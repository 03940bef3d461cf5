import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Question } from '../../src/contract/schemas.ts'
import { newId } from '../../src/worker/db/id.ts'
import { tokyoDayStart } from '../../src/domain/question-day.ts'
import { measure } from '../../src/worker/alarms/measure.ts'
import { recallForDeletion } from '../../src/worker/archive/account-deletions.ts'
import { archiveDays } from '../../src/worker/archive/move.ts'
import { archivedPost, recall } from '../../src/worker/archive/recall.ts'
import { ownComments, ownCommentsOn } from '../../src/worker/services/comment/history-queries.ts'
import { commentService } from '../../src/worker/services/comment/routes.ts'
import { questionPage } from '../../src/worker/services/question/queries.ts'
import { questionService } from '../../src/worker/services/question/routes.ts'
import { startApp, type App } from '../../harness/app.ts'
import { archiveBindings, closedDay, writtenOn } from '../../harness/archived-days.ts'
import { insertComments, type TestPerson } from '../../harness/people.ts'
import { recording, scansOf } from '../../harness/recorded-database.ts'
import { SECRET } from '../../harness/steps/auth-calls.ts'
import {
  caseOf,
  decide,
  establishedPeople,
  personWithRole,
  postOf,
  refusalOf,
  report,
} from '../../harness/steps/moderation-calls.ts'
import { callService } from '../../harness/steps/service-calls.ts'
import { lifetime } from '../../harness/lifetime.ts'
import { todaysQuestionId } from '../../harness/todays-question-id.ts'
import { operate } from '../../scripts/operator.ts'
import { databaseOf } from './operator-database.ts'

let app: App
let env: Env
beforeAll(async () => {
  app = await startApp({ vars: { SECRET, ARCHIVE_AFTER_DAYS: '7' }, serving: { archives: 2 } })
  env = await archiveBindings(app)
})
afterAll(() => app.stop())

/** Each test has days of its own. */
let daysAgo = 1000
let question: Awaited<ReturnType<typeof closedDay>>
let writers: Awaited<ReturnType<typeof writtenOn>>
beforeEach(async () => {
  question = await closedDay(app, (daysAgo -= 1))
  writers = await writtenOn(app, question, 9)
})

const first = () => writers[0]!
const count = async (db: D1Database, where = `question_id = '${question.id}'`) =>
  (await db.prepare(`SELECT count(*) AS n FROM comment WHERE ${where}`).first<number>('n'))!
const archived = () => count(app.archives[0]!)
const stored = () =>
  app.db
    .prepare(
      `SELECT comments_count AS comments, users_count AS users, language_counts AS languages
       FROM question WHERE id = ?1`,
    )
    .bind(question.id)
    .first<{ comments: number; users: number; languages: string }>()

async function read(query: Record<string, string>): Promise<Question> {
  const asked = new URLSearchParams({ questionId: question.id, ...query })
  const request = new Request(`http://service/question/comment?${asked}`)
  const response = await questionService.fetch(request, env, lifetime)
  expect(response.status).toBe(200)
  return ((await response.json()) as { results: [Question] }).results[0]
}

/** Every page of the question, oldest last. */
async function pages(size = 5) {
  const all: Question['questionComments'][] = []
  for (let before = ''; ;) {
    const { questionComments } = await read({
      commentsLimit: `${size}`,
      ...(before && { commentsBefore: before }),
    })
    all.push(questionComments)
    if (questionComments!.length < size) return all
    before = questionComments![0]!.commentId
  }
}
const shown = async () => (await pages()).flatMap((page) => page!.map(({ commentId }) => commentId))
const sorted = (ids: readonly string[]) => [...ids].sort()
const allPosts = () => writers.flatMap(({ posts }) => posts)

const own = (line: string, as: TestPerson, input: object = {}) =>
  callService(app, 'comment', line, as, input)
const remove = (as: TestPerson, commentId: string) => own('DELETE /comment', as, { commentId })

describe('the posts of a closed day', () => {
  it('leave the main database, counted as before', async () => {
    const before = await stored()
    const recent = await closedDay(app, 3)
    const post = await postOf(app, recent.id, first())
    await archiveDays(env)
    expect(await count(app.db)).toBe(0)
    expect(await archived()).toBe(allPosts().length)
    expect(await stored()).toEqual(before)
    expect(await count(app.db, `id = '${post}'`)).toBe(1)
    expect(await app.db.prepare('SELECT 1 FROM archive_transfer').first()).toBeNull()
  })

  it('keep their numbers, though the newest of all is among them', async () => {
    await app.db.prepare('DELETE FROM comment WHERE question_id <> ?1').bind(question.id).run()
    const newest = await app.db.prepare('SELECT max(seq) AS seq FROM comment').first<number>('seq')
    await archiveDays(env)
    expect(await count(app.db)).toBe(0)
    const id = await postOf(app, await todaysQuestionId(app), first())
    const seq = app.db.prepare('SELECT seq FROM comment WHERE id = ?1').bind(id)
    expect(await seq.first<number>('seq')).toBe(newest! + 1)
  })

  it('are read as before, page by page, also after a comment that was deleted', async () => {
    await remove(writers[4]!, writers[4]!.posts[0]!)
    const before = await pages()
    const cursor = { commentsBefore: writers[4]!.posts[0]!, commentsLimit: '5' }
    const atDeleted = await read(cursor)
    const whole = await read({})
    await archiveDays(env)
    expect(await archived()).toBeGreaterThan(0)
    expect(await pages()).toEqual(before)
    expect(await read(cursor)).toEqual(atDeleted)
    expect(await read({})).toEqual(whole)
  })

  it('are on the page of the question', async () => {
    await archiveDays(env)
    const path = `/en/theme_details?themeID=${question.id}`
    for (const visit of ['cold', 'cached']) {
      const response = await app.fetch(path)
      expect(response.status, visit).toBe(200)
      const html = await response.text()
      expect(['雨の音 1 1', first().username].filter((text) => !html.includes(text))).toEqual([])
    }
  })

  it('are found by their author: history, search, calendar, earlier answers and export', async () => {
    const author = first()
    const asked = await closedDay(app, 2)
    await postOf(app, asked.id, author, 'a recent post')
    await app.db
      .prepare(
        `UPDATE question SET pack_question_id = (SELECT id FROM pack_question LIMIT 1)
         WHERE id IN (?1, ?2)`,
      )
      .bind(question.id, asked.id)
      .run()
    const userId = author.userId
    const everything = async () => {
      const page = await own('GET /comment', author, { userId, limit: '1' })
      const before = page.headers.get('Next-Before')!
      const exported = await app.fetch(
        '/service/comment/v1/comment/export?language=en&format=json',
        {
          headers: { Authorization: author.authorization },
        },
      )
      return [
        page.body,
        (await own('GET /comment', author, { userId, limit: '1', before })).body,
        (await own('GET /comment', author, { userId, before: author.posts[0] })).body,
        (await own('GET /comment', author, { userId, q: 'rain' })).body,
        (await own('GET /comment', author, { userId, questionId: question.id })).body,
        (await own('GET /comment/days', author, { from: question.day, until: question.day })).body,
        (await own('GET /comment/echo', author, { questionId: asked.id })).body,
        ((await exported.json()) as { posts: object[] }).posts,
      ]
    }
    const before = await everything()
    expect(before.map((result) => result.length)).toEqual([1, 1, 0, 1, 1, 1, 1, 2])
    await archiveDays(env)
    expect(await count(app.db, `user_id = '${userId}'`)).toBe(1)
    expect(await everything()).toEqual(before)
    const operator = await personWithRole(app, 'operator')
    const found = await callService(app, 'operator', 'GET /person', operator, {
      name: author.username,
    })
    expect(found.body[0].posts).toBe(2)
  })

  it('are searched without the texts of questions that are not found', async () => {
    const [author] = await writtenOn(app, question, 1)
    const others = await Promise.all(
      Array.from({ length: 20 }, () => closedDay(app, (daysAgo -= 1))),
    )
    const post = ({ id, day }: { id: string; day: string }, slot: number, text: string) => ({
      id: newId(),
      questionId: id,
      userId: author!.userId,
      slot,
      text,
      createdAt: tokyoDayStart(day),
    })
    const posts = others.map((other) => post(other, 1, 'a needle less'))
    await insertComments(app, [...posts, post(others[7]!, 2, 'the needle')])
    await archiveDays(env)
    expect(await count(app.db, `user_id = '${author!.userId}'`)).toBe(0)
    const record = recording(app.db)
    const recorded = { ...env, DB: record.db }
    const rowsOf = async (query: Record<string, string>, found: number) => {
      const asked = new URLSearchParams({ userId: author!.userId, ...query })
      const headers = { Authorization: author!.authorization }
      const request = new Request(`http://service/comment?${asked}`, { headers })
      const { rowsRead } = await record.costOf(async () => {
        const response = await commentService.fetch(request, recorded, lifetime)
        expect(((await response.json()) as { results: object[] }).results).toHaveLength(found)
      })
      return rowsRead
    }
    const all = await rowsOf({ limit: '50' }, 22)
    // The texts of a question are two rows, in the two languages; those of the found one are read after the others.
    expect(await rowsOf({ q: 'the needle' }, 1)).toBeLessThan(all - 1.5 * others.length)
  })

  it('are deleted one by one by their author alone', async () => {
    await archiveDays(env)
    const author = writers[2]!
    expect(author.posts).toHaveLength(3)
    expect(refusalOf(await remove(first(), author.posts[0]!))).toEqual([403, -1016])
    expect((await remove(author, author.posts[0]!)).status).toBe(205)
    expect(refusalOf(await remove(author, author.posts[0]!))).toEqual([404, -1022])
    const left = allPosts().filter((id) => id !== author.posts[0])
    expect(sorted(await shown())).toEqual(sorted(left))
    expect(await stored()).toMatchObject({ comments: left.length, users: 9 })
    await remove(author, author.posts[1]!)
    await remove(author, author.posts[2]!)
    expect(await stored()).toMatchObject({ comments: left.length - 2, users: 8 })
    expect(await count(app.archives[0]!, `user_id = '${author.userId}'`)).toBe(0)
  })

  it('are reported, held, hidden and shown again', async () => {
    await archiveDays(env)
    const author = writers[1]!
    const [moderator, reporters] = [
      await personWithRole(app, 'moderator'),
      await establishedPeople(app, 3),
    ]
    const [commentId] = author.posts as [string]
    for (const reporter of reporters) await report(app, reporter, commentId, 'hate')
    expect(await shown()).not.toContain(commentId)
    expect(await stored()).toMatchObject({ comments: allPosts().length - 1, users: 9 })
    const found = await caseOf(app, moderator, commentId)
    expect(found).toMatchObject({ isHeld: true, text: '雨の音 1 1' })
    expect(
      (await decide(app, moderator, found, { action: 'none', ground: undefined })).status,
    ).toBe(200)
    expect(sorted(await shown())).toEqual(sorted(allPosts()))
    expect(await stored()).toMatchObject({ comments: allPosts().length, users: 9 })
  })

  it('go with their author’s account', async () => {
    await archiveDays(env)
    const [author, operator] = [writers[2]!, await personWithRole(app, 'operator')]
    const { status } = await callService(app, 'operator', 'DELETE /person', operator, {
      userId: author.userId,
      username: author.username,
      why: 'Asked for it.',
    })
    expect(status).toBe(205)
    for (const db of [app.db, ...app.archives])
      expect(await count(db, `user_id = '${author.userId}'`)).toBe(0)
    const left = allPosts().filter((id) => !author.posts.includes(id))
    expect(sorted(await shown())).toEqual(sorted(left))
    expect(await stored()).toMatchObject({ comments: left.length, users: 8 })
  })

  it('stay where they are with all posts of their author on the question when one has a case', async () => {
    const author = writers[2]!
    const [reporter] = await establishedPeople(app, 1)
    await report(app, reporter!, author.posts[1]!)
    const before = await pages()
    await archiveDays(env)
    expect(await count(app.db)).toBe(3)
    expect(await archived()).toBe(allPosts().length - 3)
    expect(await pages()).toEqual(before)
    await remove(author, author.posts[0]!)
    expect(await stored()).toMatchObject({ comments: allPosts().length - 1, users: 9 })
  })
})

/** The bindings with a database whose transactions are met before or after they run, from the n-th one on. */
function meeting(
  name: 'DB' | 'ARCHIVE_1',
  n: number,
  meet: Partial<Record<'before' | 'after', () => Promise<unknown>>>,
): Env {
  const database = name === 'DB' ? env.DB : app.archives[0]!
  let seen = 0
  const batch = async (statements: D1PreparedStatement[]) => {
    seen += 1
    if (seen === n) await meet.before?.()
    const results = await database.batch(statements)
    if (seen === n) await meet.after?.()
    return results
  }
  const met = new Proxy(database, {
    get: (target, key) => (key === 'batch' ? batch : Reflect.get(target, key)),
  })
  return { ...env, [name]: met }
}

/** The transaction of a run that begins a question, and the one that moves posts. */
const BEGINNING = 1
const MOVING = 2
const fail = async () => {
  throw new Error('The worker ends here.')
}
/** The lease of a run that ended without giving it back. */
const endLease = () => app.db.prepare('UPDATE archive_move SET leased_until = 0').run()

async function expectEverythingOnce(left = allPosts()) {
  expect(sorted(await shown())).toEqual(sorted(left))
  const { results } = await app.archives[0]!.prepare(
    'SELECT id FROM comment WHERE question_id = ?1',
  )
    .bind(question.id)
    .all<{ id: string }>()
  expect(sorted(results.map(({ id }) => id))).toEqual(sorted(left))
  expect(await count(app.db, `question_id = '${question.id}' AND deleted_at IS NULL`)).toBe(0)
  expect(await stored()).toMatchObject({ comments: left.length })
}

describe('a move that breaks off', () => {
  const steps: [string, () => Env][] = [
    ['before it begins', () => meeting('DB', BEGINNING, { before: fail })],
    ['after it has begun', () => meeting('DB', BEGINNING, { after: fail })],
    ['before the copy', () => meeting('ARCHIVE_1', 1, { before: fail })],
    ['after the copy', () => meeting('ARCHIVE_1', 1, { after: fail })],
    ['before the posts are deleted here', () => meeting('DB', MOVING, { before: fail })],
    ['after the posts are deleted here', () => meeting('DB', MOVING, { after: fail })],
  ]

  it.each(steps)('%s, loses and doubles nothing', async (_, broken) => {
    const before = await pages()
    await expect(archiveDays(broken())).rejects.toThrow('The worker ends here.')
    expect(await pages()).toEqual(before)
    const gone = writers[2]!.posts[2]!
    expect((await remove(writers[2]!, gone)).status).toBe(205)
    const left = allPosts().filter((id) => id !== gone)
    expect(sorted(await shown())).toEqual(sorted(left))
    const { body } = await own('GET /comment', writers[2]!, { userId: writers[2]!.userId })
    expect(body.map(({ commentId }: { commentId: string }) => commentId)).not.toContain(gone)
    await endLease()
    await archiveDays(env)
    expect(sorted(await shown())).toEqual(sorted(left))
    expect(await stored()).toMatchObject({ comments: left.length, users: 9 })
    expect((await remove(first(), first().posts[0]!)).status).toBe(205)
    expect(await shown()).not.toContain(first().posts[0])
  })

  it('and is overtaken by another run writes nothing more', async () => {
    const overtaken = meeting('ARCHIVE_1', 1, {
      before: async () => {
        await endLease()
        await remove(first(), first().posts[0]!)
        await archiveDays(env)
      },
    })
    await expect(archiveDays(overtaken)).rejects.toThrow('does not have every post')
    await expectEverythingOnce(allPosts().filter((id) => id !== first().posts[0]))
  })
})

describe('while a day moves', () => {
  it('a post that its author deletes stays deleted', async () => {
    const gone = writers[2]!.posts[1]!
    await archiveDays(meeting('DB', MOVING, { before: () => remove(writers[2]!, gone) }))
    await expectEverythingOnce(allPosts().filter((id) => id !== gone))
    expect(await stored()).toMatchObject({ users: 9 })
  })

  it('a post that is reported stays in the main database', async () => {
    const [reporter] = await establishedPeople(app, 1)
    const [commentId] = first().posts as [string]
    await archiveDays(
      meeting('DB', MOVING, { before: () => report(app, reporter!, commentId, 'spam') }),
    )
    expect(await count(app.db)).toBe(1)
    expect(await archived()).toBe(allPosts().length - 1)
    expect(sorted(await shown())).toEqual(sorted(allPosts()))
  })

  it('the posts of an account that is deleted are gone', async () => {
    const [author, operator] = [writers[2]!, await personWithRole(app, 'operator')]
    const leave = () =>
      callService(app, 'operator', 'DELETE /person', operator, {
        userId: author.userId,
        username: author.username,
        why: 'Asked for it.',
      })
    await archiveDays(meeting('DB', MOVING, { before: leave }))
    await expectEverythingOnce(allPosts().filter((id) => !author.posts.includes(id)))
    expect(await stored()).toMatchObject({ users: 8 })
  })

  it('half of it is read, searched, deleted and reported as all of it', async () => {
    const before = await pages()
    const [author, reporter] = [writers[2]!, (await establishedPeople(app, 1))[0]!]
    const half = () => archiveDays(meeting('DB', MOVING + 2, { before: fail }), 3)
    await expect(half()).rejects.toThrow('The worker ends here.')
    const there = await app.db
      .prepare('SELECT archived_seq AS seq FROM question WHERE id = ?1')
      .bind(question.id)
      .first<number>('seq')
    expect(there).toBeGreaterThan(0)
    expect(await count(app.db)).toBe(allPosts().length - 9)
    expect(await pages()).toEqual(before)
    for (const writer of writers) {
      const found = await own('GET /comment', writer, { userId: writer.userId, limit: '1' })
      expect(found.body).toHaveLength(1)
    }
    expect((await remove(author, author.posts[0]!)).status).toBe(205)
    expect((await remove(first(), first().posts[0]!)).status).toBe(205)
    await report(app, reporter, writers[1]!.posts[0]!, 'spam')
    const left = allPosts().filter((id) => id !== author.posts[0] && id !== first().posts[0])
    expect(sorted(await shown())).toEqual(sorted(left))
    await endLease()
    await archiveDays(env, 3)
    expect(sorted(await shown())).toEqual(sorted(left))
    expect(await stored()).toMatchObject({ comments: left.length, users: 8 })
    expect(await app.db.prepare('SELECT question_id FROM archive_move').first()).toEqual({
      question_id: null,
    })
  })

  it('a backup that begins comes first, and the move goes on after it', async () => {
    const backup = `INSERT INTO backup (id, started_at) VALUES ('open', 0)`
    await archiveDays(meeting('DB', MOVING, { before: () => app.db.exec(backup) }))
    expect(await count(app.db)).toBe(allPosts().length)
    await app.db.exec(`DELETE FROM backup`)
    await archiveDays(env)
    await expectEverythingOnce()
  })
})

describe('a post that comes back to be changed', () => {
  it('is there once, however the recall ends', async () => {
    await archiveDays(env)
    const [author, gone] = [writers[2]!, writers[2]!.posts[0]!]
    const broken = meeting('DB', 1, { after: fail })
    await expect(recall(broken, author.userId, question.id)).rejects.toThrow('ends here')
    expect(await archived()).toBe(allPosts().length)
    expect(sorted(await shown())).toEqual(sorted(allPosts()))
    expect((await remove(author, gone)).status).toBe(205)
    const left = allPosts().filter((id) => id !== gone)
    expect(sorted(await shown())).toEqual(sorted(left))
    const { body } = await own('GET /comment', author, { userId: author.userId })
    expect(body).toHaveLength(2)
    await archiveDays(env)
    expect(await count(app.archives[0]!, `user_id = '${author.userId}'`)).toBe(0)
    expect(sorted(await shown())).toEqual(sorted(left))
    expect(await stored()).toMatchObject({ comments: left.length, users: 9 })
  })
})

/** The bindings with an archive that says so of its size. */
function sized(name: 'ARCHIVE_1' | 'ARCHIVE_2', bytes: number, bindings = env): Env {
  const database = app.archives[name === 'ARCHIVE_1' ? 0 : 1]!
  const prepare = (sql: string) => {
    const statement = database.prepare(sql)
    const run = async () => {
      const result = await statement.run()
      return { ...result, meta: { ...result.meta, size_after: bytes } }
    }
    return { ...statement, run }
  }
  const met = new Proxy(database, {
    get: (target, key) => (key === 'prepare' ? prepare : Reflect.get(target, key)),
  })
  return { ...bindings, [name]: met }
}

describe('an archive', () => {
  it('that is no longer bound fails its days and their authors, and no other', async () => {
    await archiveDays(env)
    const unbound = { ...env }
    delete unbound.ARCHIVE_1
    const asked = new Request(`http://service/question/comment?questionId=${question.id}`)
    expect((await questionService.fetch(asked, unbound, lifetime)).status).toBe(503)
    expect(await recallForDeletion(unbound, first().userId)).toBe(false)
    const other = await closedDay(app, 2)
    const recent = new Request(`http://service/question/comment?questionId=${other.id}`)
    expect((await questionService.fetch(recent, unbound, lifetime)).status).toBe(200)
  })

  it('has rows that do not count after the main database was restored, and moves them again', async () => {
    const [gone, { results }] = [
      writers[2]!.posts[0]!,
      await app.db
        .prepare('SELECT * FROM comment WHERE question_id = ?1 ORDER BY seq')
        .bind(question.id)
        .all<Record<string, unknown>>(),
    ]
    await archiveDays(env)
    // A backup has no generated columns.
    const rows = results.map(({ own_day: _, ...row }) => row)
    const columns = Object.keys(rows[0]!)
    await app.db.batch([
      app.db.prepare('INSERT INTO archive_transfer (id) VALUES (1)'),
      ...rows.map((row) =>
        app.db
          .prepare(
            `INSERT INTO comment (${columns.join(', ')})
             VALUES (${columns.map((_, index) => `?${index + 1}`).join(', ')})`,
          )
          .bind(...Object.values(row)),
      ),
      app.db.prepare('DELETE FROM archive_transfer'),
      app.db
        .prepare('UPDATE question SET archive = NULL, archived_seq = NULL WHERE id = ?1')
        .bind(question.id),
    ])
    expect((await remove(writers[2]!, gone)).status).toBe(205)
    expect(refusalOf(await remove(writers[2]!, gone))).toEqual([404, -1022])
    const { body } = await own('GET /comment', writers[2]!, { userId: writers[2]!.userId })
    expect(body).toHaveLength(2)
    await archiveDays(env)
    await expectEverythingOnce(allPosts().filter((id) => id !== gone))
  })

  it('is queried by its indexes, and so is the main database', async () => {
    const [main, archive] = [recording(app.db), recording(app.archives[0]!)]
    const recorded = { ...env, DB: main.db, ARCHIVE_1: archive.db }
    await archiveDays(recorded)
    const author = writers[2]!
    const [newest] = await ownComments(recorded, author.userId, undefined, 1)
    await ownComments(recorded, author.userId, newest!.id, 1)
    await ownCommentsOn(recorded, author.userId, question.id)
    for (const before of [undefined, author.posts[2]])
      await questionPage(recorded, main.db, { questionId: question.id }, before, 5)
    await archivedPost(recorded, author.posts[0]!)
    await recallForDeletion(recorded, author.userId)
    const scans: string[] = []
    for (const [db, { statements }] of [
      [app.db, main],
      [app.archives[0]!, archive],
    ] as const)
      for (const sql of statements)
        scans.push(...(await scansOf(db, sql)).map((scan) => `${scan}: ${sql}`))
    expect(
      scans.filter(
        (scan) =>
          !/^SCAN (?:archive_|recalled_comment|backup|own|comment USING INDEX comment_language_unread)/.test(
            scan,
          ),
      ),
    ).toEqual([])
  })

  it('that is full leaves further days to the next one, and the last to the main database', async () => {
    const full = sized('ARCHIVE_1', 7_600_000_000)
    await archiveDays(sized('ARCHIVE_2', 7_600_000_000, full))
    expect(await count(app.db)).toBe(allPosts().length)
    await archiveDays(full)
    expect(await count(app.archives[1]!)).toBe(allPosts().length)
    expect(sorted(await shown())).toEqual(sorted(allPosts()))
  })

  it('is part of the alarm about the size of the database', async () => {
    expect((await measure(sized('ARCHIVE_2', 8_500_000_000))).databaseFull).toBe(85)
  })

  it('is compared with the counts by npm run operator -- check', async () => {
    await archiveDays(env)
    const operator = await personWithRole(app, 'operator')
    const check = () =>
      operate(['check', '--site', app.origin, '--as', operator.username], (_, binding) =>
        databaseOf(app, binding ? app.archives[Number(binding.at(-1)) - 1] : app.db),
      ).catch((error: Error) => error.message)
    const title = 'Counts of an archived question differ from its posts'
    expect(await check()).toContain(`ok        ${title}: none`)
    const other = 'UPDATE question SET users_count = users_count + ?2 WHERE id = ?1'
    for (const [people, expected] of [
      [1, `found     ${title}: 1 (${question.day})`],
      [-1, `ok        ${title}: none`],
    ] as const) {
      await app.db.prepare(other).bind(question.id, people).run()
      expect(await check()).toContain(expected)
    }
    const mixed = 'An archived post is of another day than its question'
    expect(await check()).toContain(`ok        ${mixed}: none`)
    const [post] = first().posts as [string]
    const archived = (sql: string) => app.archives[0]!.prepare(sql).bind(post).run()
    await archived('UPDATE comment SET created_at = created_at - 86400000 WHERE id = ?1')
    expect(await check()).toContain(`found     ${mixed}: 1 (${question.day})`)
    await archived('DELETE FROM comment WHERE id = ?1')
    expect(await check()).toContain(`found     ${title}: 1 (${question.day})`)
  })
})
