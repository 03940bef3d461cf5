import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type App } from '../../harness/app.ts'
import { databaseWorker, directDatabase } from '../../harness/local/direct-database.ts'
import { inProject } from '../../harness/local/run.ts'
import { createPerson } from '../../harness/people.ts'
import { postOf } from '../../harness/steps/moderation-calls.ts'
import { todaysQuestionId } from '../../harness/todays-question-id.ts'
import { restore } from '../../scripts/operator/restore.ts'
import type { Manifest } from '../../src/worker/backup/manifest.ts'
import { readSchema } from '../../src/worker/backup/tables.ts'

type Row = Record<string, unknown>

let app: App
let restored: Miniflare
let db: D1Database

beforeAll(async () => {
  app = await startApp()
  restored = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      workers: [databaseWorker(['NEW', 'OLD', 'OF_OLD'])],
    }),
  )
  db = directDatabase(restored, 'NEW')
})
afterAll(async () => {
  await restored.dispose()
  await app.stop()
})

it('restores a backup in which a post was deleted and written again between two pieces', async () => {
  await postOf(app, await todaysQuestionId(app), await createPerson(app))
  const { name: schema, tables, ...sql } = await readSchema(app.db)
  const manifest: Manifest = {
    id: 'copy',
    startedAt: 1,
    finishedAt: 2,
    schema,
    ...sql,
    tables: tables.map((table) => ({ ...table, rows: 0, pieces: [] })),
  }
  const objects = new Map<string, Uint8Array>()
  const addPiece = (name: string, rows: Row[]) => {
    const table = manifest.tables.find((one) => one.name === name)!
    const lines = rows.map((row) => JSON.stringify(table.columns.map((column) => row[column])))
    const object = gzipSync(lines.join('\n'))
    const key = `${name}-${table.pieces.length}`
    const sha256 = createHash('sha256').update(object).digest('hex')
    objects.set(key, object)
    table.pieces.push({ key, rows: rows.length, bytes: object.length, sha256 })
    table.rows += rows.length
  }
  for (const { name } of tables) {
    const { results } = await app.db.prepare(`SELECT * FROM "${name}"`).all<Row>()
    if (results.length > 0) addPiece(name, results)
  }
  const post = await app.db.prepare('SELECT * FROM comment').first<Row>()
  addPiece('comment', [{ ...post, seq: 900, id: 'written-again' }])
  const translation = { language: 'en', text: 'text', translator: 'test', created_at: 1 }
  addPiece('comment_translation', [
    { ...translation, comment_id: post!['id'] },
    { ...translation, comment_id: 'written-again' },
  ])

  const run = (statements: string[]) =>
    db.batch<never>(statements.map((statement) => db.prepare(statement)))
  const outcome = await restore(manifest, async (key) => objects.get(key), {
    execute: async (...statements) => (await run(statements)).at(-1)!.results,
    load: async (statements) => {
      if (statements.length > 0) await run(statements)
    },
  })

  const leftOut = outcome.filter((table) => table.leftOut.length > 0)
  expect(leftOut).toEqual([
    { name: 'comment', copied: 2, leftOut: [post!['id']], restored: 1 },
    { name: 'comment_translation', copied: 2, leftOut: [`${post!['id']} en`], restored: 1 },
  ])
  const { results } = await db.prepare('SELECT id FROM comment').all()
  expect(results).toEqual([{ id: 'written-again' }])
})

it('restores a backup of a schema from before archives', async () => {
  const old = directDatabase(restored, 'OLD')
  await old.exec('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT);')
  const files = globSync('*.sql', { cwd: inProject('migrations') }).sort()
  for (const name of files.filter((file) => file < '0024'))
    await old.batch([old.prepare(readFileSync(inProject('migrations', name), 'utf8'))])
  const { name: schema, tables, ...sql } = await readSchema(old)
  const manifest: Manifest = {
    id: 'old',
    startedAt: 1,
    finishedAt: 2,
    schema,
    ...sql,
    tables: tables.map((table) => ({ ...table, rows: 0, pieces: [] })),
  }
  const into = directDatabase(restored, 'OF_OLD')
  const run = (statements: string[]) =>
    into.batch<never>(statements.map((statement) => into.prepare(statement)))
  const day = `INSERT INTO question (id, questionnaire_id, topic_id, day, preview_at, comments_count)
    VALUES ('q', 'daily', 't', '2024-12-31', 1735570800000, 7)`
  await restore(manifest, async () => undefined, {
    execute: async (...statements) => (await run(statements)).at(-1)!.results,
    load: async (statements) => {
      if (statements.length === 0) return
      const isEnd = statements.some((statement) => statement.startsWith('CREATE TRIGGER'))
      await run([...statements, ...(isEnd ? [...QUESTIONNAIRE, day] : [])])
    },
  })
  const posts = await into.prepare('SELECT comments_count AS n FROM question').first<number>('n')
  expect(posts).toBe(0)
})

const QUESTIONNAIRE = [
  "INSERT INTO questionnaire (id, name, status) VALUES ('daily', 'daily', 1)",
  "INSERT INTO category (id) VALUES ('c')",
  "INSERT INTO topic (id, category_id) VALUES ('t', 'c')",
]
