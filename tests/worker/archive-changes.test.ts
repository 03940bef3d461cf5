import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  BEGIN_TRANSFER,
  END_TRANSFER,
  insertArchived,
  movedRows,
  rowsJson,
} from '../../src/worker/archive/archives.ts'
import { finishArchiveDeletions } from '../../src/worker/archive/account-deletions.ts'
import { archiveDays } from '../../src/worker/archive/move.ts'
import { finishRecalls, recall } from '../../src/worker/archive/recall.ts'
import { newId } from '../../src/worker/db/id.ts'
import { prepareDeletion } from '../../src/worker/account-deletion/delete-person.ts'
import { ownComments } from '../../src/worker/services/comment/history-queries.ts'
import { reportablePost } from '../../src/worker/services/moderation/store-report.ts'
import { questionPage } from '../../src/worker/services/question/queries.ts'
import { startApp, type App } from '../../harness/app.ts'
import { archiveBindings, closedDay, writtenOn } from '../../harness/archived-days.ts'
import { createPerson, insertComments } from '../../harness/people.ts'
import { addQuestions } from '../../harness/question-texts.ts'
import { recording } from '../../harness/recorded-database.ts'
import { codeIn, newMail } from '../../harness/outbox.ts'
import { SECRET } from '../../harness/steps/auth-calls.ts'
import {
  caseOf,
  decide,
  moderation,
  personWithRole,
  postOf,
} from '../../harness/steps/moderation-calls.ts'
import { callService } from '../../harness/steps/service-calls.ts'
import {
  markedTranslation,
  startTranslationServer,
  type TranslationServer,
} from '../../harness/translation-server.ts'

let server: TranslationServer
let app: App
let env: Env
beforeAll(async () => {
  server = await startTranslationServer()
  const translator = {
    TRANSLATOR: 'deepl',
    TRANSLATOR_URL: server.origin,
    TRANSLATOR_KEY: server.key,
  }
  app = await startApp({
    vars: { SECRET, ARCHIVE_AFTER_DAYS: '7', ...translator },
    serving: { archives: 2 },
  })
  env = await archiveBindings(app)
})
afterAll(async () => {
  await app?.stop()
  await server?.stop()
})

/** Each test has a day of its own. */
let daysAgo = 1000
let question: Awaited<ReturnType<typeof closedDay>>
let writers: Awaited<ReturnType<typeof writtenOn>>
beforeEach(async () => {
  question = await closedDay(app, (daysAgo -= 1))
  writers = await writtenOn(app, question, 9)
  await archiveDays(env)
})

/** Three posts. */
const author = () => writers[8]!
const archive = () => app.archives[0]!
const count = async (db: D1Database, table: string, where: string) =>
  (await db.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).first<number>('n'))!
const ofAuthor = (db: D1Database) => count(db, 'comment', `user_id = '${author().userId}'`)
const stored = () =>
  app.db
    .prepare(
      `SELECT comments_count AS comments, users_count AS users, language_counts ->> 'en' AS english
       FROM question WHERE id = ?1`,
    )
    .bind(question.id)
    .first<{ comments: number; users: number; english: number }>()
const shown = async () => {
  const page = await questionPage(env, env.DB, { questionId: question.id }, undefined, 200)
  return page!.newestFirst.map(({ id }) => id)
}

/** The bindings with an archive that does not respond. */
const withoutArchive = (number = 1): Env => {
  const fail = () => {
    // A connection that fails has no prefix of D1.
    throw new Error('Network connection lost: the archive does not respond.')
  }
  return { ...env, [`ARCHIVE_${number}`]: { prepare: fail, batch: fail } as unknown as D1Database }
}

/** Deletes the author's account while the archive does not respond. @returns the counts without the posts */
async function deleteAuthor() {
  const { comments, users, english } = (await stored())!
  const { statements } = (await prepareDeletion(withoutArchive(), author().userId))!
  await app.db.batch(statements)
  return { comments: comments - 3, users: users - 1, english: english - 3 }
}

/** The bindings with an archive that does something once it has answered a first statement for one row. */
function afterFirstRead(act: () => Promise<unknown>): Env {
  let isDone = false
  const prepare = (sql: string) => {
    const statement = archive().prepare(sql)
    const bind = (...values: unknown[]) => {
      const bound = statement.bind(...values)
      const first = async () => {
        const row = await bound.first()
        if (!isDone) await act()
        isDone = true
        return row
      }
      return { first, run: () => bound.run() }
    }
    return { bind }
  }
  return { ...env, ARCHIVE_1: { prepare } as unknown as D1Database }
}

it('is read a page at a time, not with the whole day', async () => {
  const recorded = recording(archive())
  const { rowsRead } = await recorded.costOf(() =>
    questionPage(
      { ...env, ARCHIVE_1: recorded.db },
      env.DB,
      { questionId: question.id },
      author().posts[1],
      2,
    ),
  )
  const posts = writers.flatMap((writer) => writer.posts).length
  expect(posts).toBe(18)
  expect(rowsRead).toBeLessThan(posts)
})

it('keeps a translation in the archive of its post, as long as the post is there', async () => {
  const [id] = author().posts as [string]
  const path = '/service/quest/v1/question/translation'
  const translate = async () => {
    const response = await app.fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ commentId: id, language: 'ja' }),
    })
    return ((await response.json()) as { results: [{ text: string }] }).results[0].text
  }
  const text = markedTranslation('the sound of rain 8 1', 'ja')
  expect([await translate(), await translate()]).toEqual([text, text])
  expect(server.requests).toHaveLength(1)
  expect(await count(app.db, 'comment_translation', `comment_id = '${id}'`)).toBe(0)
  const listed = await app.fetch(`${path}?commentIds=${id}&language=ja`)
  expect(await listed.json()).toMatchObject({ results: [{ commentId: id, text }] })
  const deleted = await callService(app, 'comment', 'DELETE /comment', author(), { commentId: id })
  expect(deleted.status).toBe(205)
  expect(await count(archive(), 'comment_translation', `comment_id = '${id}'`)).toBe(0)
  expect(await (await app.fetch(`${path}?commentIds=${id}&language=ja`)).json()).toMatchObject({
    results: [],
  })
})

it('is asked to be removed by somebody without an account, and removed', async () => {
  const [id] = author().posts as [string]
  const asked = await moderation(app, 'POST /request', undefined, {
    kind: 'deletion',
    post: id,
    name: '山田花子',
    email: 'guest@example.com',
    contact: '03-0000-0000',
    right: 'プライバシー',
    reason: '住所が書かれています。',
    inGoodFaith: true,
    language: 'ja',
  })
  expect(asked.status).toBe(200)
  expect(await ofAuthor(app.db)).toBe(0)
  const passcode = codeIn(await newMail(app, 'guest@example.com', 0))
  const confirmation = { id: asked.body[0].id as string, passcode }
  const { status } = await moderation(app, 'POST /request/confirm', undefined, confirmation)
  expect(status).toBe(200)
  expect([await ofAuthor(app.db), await ofAuthor(archive())]).toEqual([3, 0])
  const moderator = await personWithRole(app, 'moderator')
  const found = await caseOf(app, moderator, id)
  expect(found).toMatchObject({ hasRequest: true, text: 'the sound of rain 8 1' })
  expect((await decide(app, moderator, found, { action: 'hide' })).status).toBe(200)
  expect(await shown()).not.toContain(id)
})

it('is found by a report although another call takes it back meanwhile', async () => {
  const [id] = author().posts as [string]
  let isRecalled = false
  const prepare = (sql: string) => {
    const statement = archive().prepare(sql)
    const bind = (...values: unknown[]) => ({
      all: async () => {
        if (!isRecalled) await recall(env, author().userId, question.id)
        isRecalled = true
        return statement.bind(...values).all()
      },
    })
    return { bind }
  }
  const meeting = { ...env, ARCHIVE_1: { prepare } as unknown as D1Database }
  expect(await reportablePost(meeting, id)).toMatchObject({ authorId: author().userId })
  expect(isRecalled).toBe(true)
})

it('comes back with another id where a newer post has its own', async () => {
  const [id, ...others] = author().posts as [string, string, string]
  const today = await closedDay(app, 3)
  const newer = { id, questionId: today.id, userId: writers[0]!.userId, slot: 1, text: 'newer' }
  await insertComments(app, [{ ...newer, createdAt: 1_577_800_000_000 }])
  await recall(env, author().userId, question.id)
  expect([await ofAuthor(app.db), await ofAuthor(archive())]).toEqual([3, 0])
  const page = await shown()
  expect(page).toEqual(expect.arrayContaining(others))
  expect(page).not.toContain(id)
  expect(await count(app.db, 'recalled_comment', 'true')).toBe(0)
  expect(await count(app.db, 'comment', `id = '${id}'`)).toBe(1)
})

it('is not shown by the copy of a restored archive once it is deleted', async () => {
  const { userId, posts } = author()
  const of = `user_id = '${userId}'`
  const { results } = await archive().prepare(`SELECT * FROM comment WHERE ${of}`).all()
  await recall(env, userId, question.id)
  await finishRecalls(env)
  expect(await ofAuthor(archive())).toBe(0)
  await app.db
    .prepare("UPDATE comment SET deleted_at = 1, text = '' WHERE id = ?1")
    .bind(posts[0])
    .run()
  const before = await shown()
  const columns = Object.keys(results[0]!)
  const values = columns.map((_, index) => `?${index + 1}`)
  const restore = archive().prepare(`INSERT INTO comment (${columns}) VALUES (${values})`)
  await archive().batch(results.map((row) => restore.bind(...Object.values(row))))
  expect(await shown()).toEqual(before)
  expect([before.includes(posts[0]!), before.includes(posts[1]!)]).toEqual([false, true])
  await archive().exec(`DELETE FROM comment WHERE ${of}`)
})

it('comes back whole from more questions and rows than one statement takes', async () => {
  const { userId } = await createPerson(app)
  const days = Array.from({ length: 170 }, (_, index) => ({
    id: `many-${index}`,
    day: new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10),
    texts: { ja: 'きょうは？', en: 'Today?' },
  }))
  await addQuestions(app.db, days)
  const comments = days.flatMap(({ id: questionId }) =>
    [1, 2, 3].map((slot) => ({
      id: newId(),
      questionId,
      userId,
      slot,
      text: `post ${slot}`,
      createdAt: 1_577_800_000_000,
    })),
  )
  await insertComments(app, comments)
  const here = () => count(app.db, 'comment', `user_id = '${userId}'`)
  // As the move leaves them, which takes some runs for so many days.
  const moved = `SELECT ${rowsJson('comment.seq')} FROM comment WHERE user_id = ?1`
  const rows = await app.db.prepare(moved).bind(userId).first<string>('rows')
  await archive()
    .prepare(insertArchived(`${movedRows('?1')} WHERE true`))
    .bind(rows)
    .run()
  await app.db.batch([
    app.db.prepare(BEGIN_TRANSFER),
    app.db.prepare('DELETE FROM comment WHERE user_id = ?1').bind(userId),
    app.db.prepare(END_TRANSFER),
    app.db.prepare(
      `UPDATE question SET archive = 1,
         archived_seq = (SELECT seq FROM sqlite_sequence WHERE name = 'comment')
       WHERE id LIKE 'many-%'`,
    ),
  ])
  expect(await here()).toBe(0)
  const { statements } = (await prepareDeletion(env, userId))!
  expect(await here()).toBe(510)
  await app.db.batch(statements)
  expect(await count(archive(), 'comment', `user_id = '${userId}'`)).toBe(0)
  expect(await count(app.db, 'recalled_comment', 'true')).toBe(0)
  expect(await count(app.db, 'question', "id LIKE 'many-%' AND comments_count > 0")).toBe(0)
})

it('an account stays where its archived posts meet a fault of the code', async () => {
  const { userId } = author()
  await archive().exec('ALTER TABLE comment RENAME TO comment_gone')
  try {
    await expect(prepareDeletion(env, userId)).rejects.toThrow('no such table')
  } finally {
    await archive().exec('ALTER TABLE comment_gone RENAME TO comment')
  }
  expect(await count(app.db, 'archive_departure', `user_id = '${userId}'`)).toBe(0)
  expect(await ofAuthor(archive())).toBe(3)
})

it('an account is deleted although an archive of its posts is not bound', async () => {
  const { userId } = author()
  const { statements } = (await prepareDeletion(
    { ...env, ARCHIVE_1: undefined } as unknown as Env,
    userId,
  ))!
  expect(statements).not.toEqual([])
  expect(await count(app.db, 'archive_departure', `user_id = '${userId}'`)).toBe(1)
  await app.db.exec('DELETE FROM archive_departure')
})

describe('while an archive does not respond', () => {
  it('an author reads posts that are newer than the archived days', async () => {
    const { userId } = author()
    const recent = await closedDay(app, 2)
    const post = await postOf(app, recent.id, author())
    const [newest] = await ownComments(withoutArchive(), userId, undefined, 1)
    expect(newest).toMatchObject({ id: post })
    await expect(ownComments(withoutArchive(), userId, undefined, 2)).rejects.toThrow('respond')
    expect(await ownComments(env, userId, undefined, 9)).toHaveLength(4)
  })

  it('an account is deleted, and its archived posts once the archive responds', async () => {
    const before = (await stored())!
    const { userId, posts } = author()
    const deletion = (await prepareDeletion(withoutArchive(), userId))!
    await app.db.batch(deletion.statements)
    expect(deletion.questionIds).toBeUndefined()
    expect(await count(app.db, 'user', `id = '${userId}'`)).toBe(0)
    expect((await shown()).filter((id) => posts.includes(id))).toEqual([])
    await expect(finishArchiveDeletions(withoutArchive())).rejects.toThrow('respond')
    expect(await ofAuthor(archive())).toBe(3)
    await finishArchiveDeletions(env)
    for (const db of [app.db, archive()]) expect(await ofAuthor(db)).toBe(0)
    expect(await stored()).toEqual({
      comments: before.comments - 3,
      users: before.users - 1,
      english: before.english - 3,
    })
    expect(await count(app.db, 'user', `id = '${userId}'`)).toBe(0)
    expect(await count(app.db, 'archive_departure', 'true')).toBe(0)
  })

  it.each([
    ['at the same time', ''],
    ['after the lease of the first', 'UPDATE archive_departure SET leased_until = 0'],
  ])('two runs of the cron %s count the posts of a deleted account once', async (_, endLease) => {
    const without = await deleteAuthor()
    const second = async () => {
      if (endLease) await app.db.exec(endLease)
      await finishArchiveDeletions(env)
    }
    await finishArchiveDeletions(afterFirstRead(second))
    expect(await stored()).toEqual(without)
    expect(await ofAuthor(archive())).toBe(0)
    expect(await count(app.db, 'archive_departure', 'true')).toBe(0)
  })

  it('a post of a deleted account is found by nobody, and counted when it is deleted', async () => {
    const [id] = author().posts as [string]
    const without = await deleteAuthor()
    await expect(reportablePost(env, id)).rejects.toThrow('Data not found')
    // A call that found it before.
    await recall(env, author().userId, question.id)
    await finishArchiveDeletions(env)
    expect(await stored()).toEqual(without)
    expect(await ofAuthor(archive())).toBe(0)
  })

  it('words of a deleted account are neither translated nor shown in another language', async () => {
    const [translated, other] = author().posts as [string, string]
    const [staying] = writers[0]!.posts as [string]
    for (const id of [translated, staying])
      await archive()
        .prepare("INSERT INTO comment_translation VALUES (?1, 'ja', 'a translation', 'test', 1)")
        .bind(id)
        .run()
    const path = '/service/quest/v1/question/translation'
    await deleteAuthor()
    const ids = `commentIds=${translated},${staying}`
    const listed = (await (await app.fetch(`${path}?${ids}&language=ja`)).json()) as {
      results: { commentId: string }[]
    }
    expect(listed.results.map(({ commentId }) => commentId)).toEqual([staying])
    const asked = server.requests.length
    for (const commentId of [translated, other]) {
      const { status } = await app.fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ commentId, language: 'ja' }),
      })
      expect(status).toBe(404)
    }
    expect(server.requests).toHaveLength(asked)
    await finishArchiveDeletions(env)
  })

  it('the posts of a deleted account leave another archive', async () => {
    await deleteAuthor()
    await app.db.exec(
      "INSERT INTO archive_departure (user_id, archive, asked_at) VALUES ('', 2, 0)",
    )
    await expect(finishArchiveDeletions(withoutArchive(2))).rejects.toThrow('respond')
    expect(await ofAuthor(archive())).toBe(0)
    await finishArchiveDeletions(env)
    expect(await count(app.db, 'archive_departure', 'true')).toBe(0)
  })

  it('pending deletions of it do not hold up those of another archive', async () => {
    await deleteAuthor()
    const waiting = app.db.prepare(
      'INSERT INTO archive_departure (user_id, archive, asked_at) VALUES (?1, 2, 0)',
    )
    await app.db.batch(Array.from({ length: 30 }, (_, index) => waiting.bind(`person ${index}`)))
    for (let run = 0; run < 2; run += 1)
      await expect(finishArchiveDeletions(withoutArchive(2))).rejects.toThrow('respond')
    expect(await ofAuthor(archive())).toBe(0)
    await app.db.exec('DELETE FROM archive_departure')
  })

  it('an account is deleted with its posts in another archive', async () => {
    await app.db.exec('INSERT INTO recalled_comment (seq, archive) VALUES (1000000, 2)')
    const { statements } = (await prepareDeletion(withoutArchive(2), author().userId))!
    await app.db.batch(statements)
    expect(await ofAuthor(archive())).toBe(0)
    expect(await count(app.db, 'archive_departure', 'archive = 1')).toBe(0)
    await finishArchiveDeletions(env)
    await finishRecalls(env)
    expect(await count(app.db, 'recalled_comment', 'true')).toBe(0)
  })

  it('somebody who deletes the account only at the second try loses every post', async () => {
    await prepareDeletion(withoutArchive(), author().userId)
    await app.db.exec('UPDATE archive_departure SET asked_at = 0')
    const { statements } = (await prepareDeletion(withoutArchive(), author().userId))!
    await finishArchiveDeletions(env)
    await app.db.batch(statements)
    await finishArchiveDeletions(env)
    expect(await ofAuthor(archive())).toBe(0)
  })

  it('somebody who stays after all keeps every post', async () => {
    const before = await stored()
    await prepareDeletion(withoutArchive(), author().userId)
    await app.db.exec('UPDATE archive_departure SET asked_at = 0')
    await finishArchiveDeletions(env)
    expect(await count(app.db, 'archive_departure', 'true')).toBe(0)
    expect((await shown()).filter((id) => author().posts.includes(id))).toHaveLength(3)
    expect(await stored()).toEqual(before)
  })
})
