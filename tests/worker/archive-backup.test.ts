import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/domain/durations.ts'
import { tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { archiveDays } from '../../src/worker/archive/move.ts'
import { now } from '../../src/worker/config/clock.ts'
import { makeBackups } from '../../src/worker/backup/make-backups.ts'
import { INDEX_KEY, piecesPrefix, type BackupSummary } from '../../src/worker/backup/manifest.ts'
import { prepareDeletion } from '../../src/worker/account-deletion/delete-person.ts'
import { startApp, type App } from '../../harness/app.ts'
import { archiveBindings, closedDay, writtenOn } from '../../harness/archived-days.ts'
import { databaseWorker, directDatabase } from '../../harness/local/direct-database.ts'
import { SECRET } from '../../harness/steps/auth-calls.ts'
import { callService } from '../../harness/steps/service-calls.ts'
import { operateBackup, type BackupStores } from '../../scripts/operator/backup.ts'
import { databaseOf } from './operator-database.ts'

let app: App
let env: Env
let restored: Miniflare
let writers: Awaited<ReturnType<typeof writtenOn>>
beforeAll(async () => {
  app = await startApp({ vars: { SECRET, ARCHIVE_AFTER_DAYS: '7' }, serving: { archives: 2 } })
  // The night begins at three: from noon on, an hour later is the same night.
  const noon = tokyoDayStart(tokyoDay(Date.now())) + DAY_MS + 12 * HOUR_MS
  env = atOffset(await archiveBindings(app), noon - Date.now())
  restored = new Miniflare(
    convertV4MiniflareOptions({ cf: false, workers: [databaseWorker(['NEW'])] }),
  )
  writers = await writtenOn(app, await closedDay(app, 90), 9)
  await archiveDays(env)
})
afterAll(async () => {
  await restored?.dispose()
  await app?.stop()
})

const archive = () => app.archives[0]!
const ids = async (db: D1Database, column = 'id', table = 'comment') => {
  const { results } = await db
    .prepare(`SELECT ${column} AS id FROM ${table} ORDER BY ${column}`)
    .all<{ id: string }>()
  return results.map(({ id }) => id)
}
const atOffset = (of: Env, ms: number): Env =>
  Object.assign({ ...of }, { CLOCK_OFFSET_MS: `${ms}` })
const later = (hours: number) => atOffset(env, now(env) + hours * HOUR_MS - Date.now())
/** The backups of a night, made by as many runs of the cron as it takes. */
async function night(env: Env): Promise<BackupSummary[]> {
  for (let run = 0; run < 4; run += 1) await makeBackups(env)
  const object = await env.BACKUPS.get(INDEX_KEY)
  return object!.json<BackupSummary[]>()
}

it('an archive is copied every night after the main database, each in its turn, and restored', async () => {
  const [deleting, leaving, staying] = [writers[8]!, writers[5]!, writers[0]!]
  for (const { posts } of [deleting, leaving, staying])
    await archive()
      .prepare("INSERT INTO comment_translation VALUES (?1, 'ja', 'a translation', 'test', 1)")
      .bind(posts[0])
      .run()
  const [copy, main, ...others] = await night(env)
  expect(others).toEqual([])
  expect([main!.id, copy!.id]).toEqual([
    expect.stringMatching(/^[\d-]+$/),
    expect.stringMatching(/^[\d-]+-archive-1$/),
  ])

  const [post] = deleting.posts
  const { status } = await callService(app, 'comment', 'DELETE /comment', deleting, {
    commentId: post,
  })
  expect(status).toBe(205)
  await app.db.batch((await prepareDeletion(env, leaving.userId))!.statements)
  const run = (db: D1Database) => databaseOf(app, db)
  const newDb = directDatabase(restored, 'NEW')
  const said = await operateBackup(
    {
      execute: run(app.db),
      async readObject(key) {
        const object = await env.BACKUPS.get(key)
        return object ? new Uint8Array(await object.arrayBuffer()) : undefined
      },
      newDatabase: async () => ({
        execute: run(newDb),
        async load(statements) {
          for (const sql of statements) await newDb.prepare(sql).run()
        },
      }),
    },
    ['restore', copy!.id],
    { into: 'NEW' },
  )
  const gone = deleting.posts.length + leaving.posts.length
  const all = writers.flatMap(({ posts }) => posts).length
  expect(said).toMatch(
    new RegExp(`^comment +copied ${all}, restored ${all - gone}, left out ${gone} `, 'm'),
  )
  expect(said).toContain('database_name = "NEW" for ARCHIVE_1')
  expect(await ids(newDb)).toEqual(await ids(archive()))
  expect(await ids(newDb, 'comment_id', 'comment_translation')).toEqual([staying.posts[0]])

  expect((await night(later(24))).map(({ id }) => id.split('-archive-')[1])).toEqual([
    '2',
    undefined,
    '1',
    undefined,
  ])
})

it('an archive that does not respond takes the place of no other copy', async () => {
  await app.db.exec('DELETE FROM backup')
  const fail = () => {
    throw new Error('The archive does not respond.')
  }
  const ARCHIVE_1 = { prepare: fail, batch: fail } as unknown as D1Database
  const brokenLater = (hours: number): Env => ({ ...later(hours), ARCHIVE_1 })
  const open = () =>
    app.db
      .prepare('SELECT archive FROM backup WHERE finished_at IS NULL')
      .first<number | null>('archive')
  await makeBackups(brokenLater(0))
  await expect(makeBackups(brokenLater(0))).rejects.toThrow('respond')
  expect(await open()).toBe(1)
  await expect(makeBackups(brokenLater(1))).rejects.toThrow('respond')

  const unfinished = await app.db
    .prepare('SELECT id FROM backup WHERE finished_at IS NULL')
    .first<string>('id')
  const piece = `${piecesPrefix(unfinished!)}comment/1`
  await env.BACKUPS!.put(piece, 'a part of it')
  const main = { execute: databaseOf(app, app.db) } as BackupStores
  const said = await operateBackup(main, ['make'], {})
  expect(said).toMatch(/^The cron works on [\d-]+ from its next minute on\./)
  // The command reads the machine's clock, which is up to 36 hours behind the one of this file.
  await app.db
    .prepare('UPDATE backup SET started_at = ?1 WHERE archive IS NULL AND finished_at IS NULL')
    .bind(now(later(1)))
    .run()
  await makeBackups(brokenLater(1))
  expect(await open()).toBe(1)
  expect(await env.BACKUPS!.head(piece)).not.toBeNull()

  await makeBackups(brokenLater(25))
  await makeBackups(brokenLater(25))
  const { results } = await app.db
    .prepare('SELECT archive FROM backup WHERE archive IS NOT NULL ORDER BY started_at')
    .all()
  expect(results).toEqual([{ archive: 1 }, { archive: 2 }])
})
