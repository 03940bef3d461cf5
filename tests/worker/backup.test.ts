import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import { startApp, type App } from '../../harness/app.ts'
import { fillEveryTable } from '../../harness/full-database.ts'
import { databaseWorker, directDatabase } from '../../harness/local/direct-database.ts'
import { bindingsOf, createPerson } from '../../harness/people.ts'
import { operateBackup, type BackupStores } from '../../scripts/operator/backup.ts'
import { questionRanges, repairCounts } from '../../scripts/operator/counts.ts'
import { makeBackups } from '../../src/worker/backup/make-backups.ts'
import { LEFT_OUT, type BackupSummary, type Table } from '../../src/worker/backup/manifest.ts'
import { databaseOf } from './operator-database.ts'

/** More than one query and, for the largest table, more than one object. */
const ROWS = 2_500
const LARGEST = 12_000

let app: App
let env: Env
let restored: Miniflare
let newDb: D1Database
let tables: Table[]
let stores: BackupStores

beforeAll(async () => {
  app = await startApp()
  env = await bindingsOf(app)
  tables = await fillEveryTable(app.db, ROWS)
  await app.db
    .prepare(
      `WITH RECURSIVE row (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE n < ?1)
       INSERT INTO audit_log (at, actor_id, role, action, subject) SELECT n, 'actor', 'operator', 'test', n FROM row`,
    )
    .bind(LARGEST)
    .run()
  const { sessionId } = await createPerson(app)
  await app.db
    .prepare("INSERT INTO update_token (token_hash, session_id, created_at) VALUES ('hash', ?1, 1)")
    .bind(sessionId)
    .run()
  // Rows of the filling have counts of their own, which a restore would put right.
  const execute = databaseOf(app)
  for (const range of await questionRanges(execute)) await execute(repairCounts(range))
  restored = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      workers: [databaseWorker(['NEW', 'OTHER'])],
    }),
  )
  newDb = directDatabase(restored, 'NEW')
  stores = {
    execute: databaseOf(app),
    async readObject(key) {
      const object = await env.BACKUPS.get(key)
      return object ? new Uint8Array(await object.arrayBuffer()) : undefined
    },
    async newDatabase(name) {
      const db = directDatabase(restored, name)
      const run = (...statements: string[]) =>
        db.batch<never>(statements.map((sql) => db.prepare(sql)))
      return {
        execute: async (...statements) => (await run(...statements)).at(-1)!.results,
        async load(statements) {
          for (const sql of statements) await run(sql)
        },
      }
    },
  }
})
afterAll(async () => {
  await restored.dispose()
  await app.stop()
})

const backup = (...words: string[]) => operateBackup(stores, words, {})
const restore = (id: string, into: string) => operateBackup(stores, ['restore', id], { into })

async function index(): Promise<BackupSummary[]> {
  const object = await env.BACKUPS.get('index.json')
  return object ? object.json<BackupSummary[]>() : []
}

async function keys(prefix: string): Promise<string[]> {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await env.BACKUPS.list({ prefix, ...(cursor && { cursor }) })
    found.push(...page.objects.map(({ key }) => key))
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
  return found
}

/** The bucket, which refuses the copy of one table. */
const refusing = (table: string) =>
  new Proxy(env.BACKUPS, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) =>
        key === 'put' && String(args[0]).includes(`/${table}-`)
          ? Promise.reject(new Error('the bucket refuses'))
          : value.apply(target, args)
    },
  })

const rowsOf = async (db: D1Database, { name, columns, key }: Table) => {
  const { results } = await db
    .prepare(
      `SELECT json_array(${columns.map((column) => `"${column}"`).join(', ')}) AS row
       FROM "${name}" ORDER BY ${key.join(', ')}`,
    )
    .all<{ row: string }>()
  return results.map(({ row }) => row)
}

describe('a backup of a full database', () => {
  let id: string

  it('has thousands of rows of every table to copy', async () => {
    for (const { name } of tables) {
      const rows = await app.db.prepare(`SELECT count(*) AS n FROM "${name}"`).first<number>('n')
      if (name !== 'd1_migrations' && name !== 'maintenance_window')
        expect(rows, name).toBeGreaterThanOrEqual(ROWS)
    }
  })

  it('continues after a run that failed, while people write, and lists itself when it is complete', async () => {
    expect(await backup('list')).toContain('no complete backup yet')
    // A run has 15 seconds, which a slow machine may spend before it reaches the table.
    const untilRefused = async () => {
      for (;;) await makeBackups({ ...env, BACKUPS: refusing('user') })
    }
    await expect(untilRefused()).rejects.toThrow('refuses')
    expect(await keys('manifest/')).toEqual([])
    const copied = await keys('pieces/')
    // Comments are copied before their people, one of whom leaves meanwhile.
    expect(copied.some((key) => key.includes('/comment-'))).toBe(true)
    expect(copied.some((key) => key.includes('/user-'))).toBe(false)
    await app.db.prepare("DELETE FROM user WHERE id = 'user-7'").run()
    while ((await index()).length === 0) await makeBackups(env)
    expect(await keys('pieces/')).toEqual(expect.arrayContaining(copied))
    const [complete] = await index()
    id = complete!.id
    expect(await backup('list')).toMatch(new RegExp(`^${id}  complete .* UTC  \\d{5,} rows  \\d`))
    // A run without anything to do makes no second one.
    await makeBackups(env)
    expect(await index()).toHaveLength(1)
  })

  it('is restored into a new database with every row that has not been deleted', async () => {
    const said = await restore(id, 'NEW')
    expect(said).toMatch(/^comment +copied 2500, restored 2499, left out 1 /m)
    expect(said).toMatch(/^audit_log +copied 14500, restored 14500$/m)
    expect(said).toContain('SECRET stays the one of the copied site')
    for (const table of tables) {
      const [old, copy] = await Promise.all([rowsOf(app.db, table), rowsOf(newDb, table)])
      const newer = old.filter((row) => !copy.includes(row))
      expect(copy, table.name).toEqual(old.filter((row) => !newer.includes(row)))
      // Rows that the concurrent deletion has written.
      expect(newer.filter((row) => !/-7"/.test(row))).toEqual([])
      expect(newer.length).toBeLessThan(2)
    }
    for (const name of LEFT_OUT) {
      expect(await newDb.prepare(`SELECT count(*) AS n FROM "${name}"`).first('n')).toBe(0)
    }
  })

  it('brings no session back to life, so that everybody signs in again', async () => {
    for (const name of ['session', 'update_token']) {
      const count = `SELECT count(*) AS n FROM ${name}`
      expect(await app.db.prepare(count).first('n'), name).toBe(1)
      expect(await newDb.prepare(count).first('n'), name).toBe(0)
    }
  })

  it('restores the triggers and indexes with the rows', async () => {
    const schemaOf = async (db: D1Database) => {
      const { results } = await db
        .prepare(
          `SELECT type, name, sql FROM sqlite_master
           WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY type, name`,
        )
        .all()
      return results
    }
    expect(await schemaOf(newDb)).toEqual(await schemaOf(app.db))
    await expect(newDb.prepare('DELETE FROM audit_log').run()).rejects.toThrow('append-only')
  })

  it('is refused where the database has tables, an object is damaged, or there is none', async () => {
    await expect(restore(id, 'NEW')).rejects.toThrow('empty database')
    await expect(restore('2001-01-01-000000', 'OTHER')).rejects.toThrow('no complete backup')
    const [piece] = await keys(`pieces/${id}/`)
    await env.BACKUPS.put(piece!, 'not what was copied')
    await expect(restore(id, 'OTHER')).rejects.toThrow(`${piece} does not have its checksum`)
  })
})

describe('backups over time', () => {
  it('makes one on request, the next night another, and drops the old ones but never the newest', async () => {
    const asked = await backup('make')
    expect(asked).toContain('The cron works on')
    expect(await backup('make')).toBe(asked)
    await app.triggerCron()
    expect(await index()).toHaveLength(2)
    await app.setClock(DAY_MS)
    env = await bindingsOf(app)
    await app.triggerCron()
    await app.triggerCron()
    const before = await index()
    expect(before).toHaveLength(3)
    await app.setClock(20 * DAY_MS)
    env = await bindingsOf(app)
    await app.triggerCron()
    const after = await index()
    expect(after).toHaveLength(1)
    expect(before.map(({ id }) => id)).not.toContain(after[0]!.id)
    expect(await keys('manifest/')).toHaveLength(1)
    expect((await keys('pieces/')).filter((key) => !key.includes(after[0]!.id))).toEqual([])
  })

  it.each([[[]], [['list', 'all']], [['restore', 'x']], [['burn']]])(
    'refuses %j with a sentence',
    async (words) => {
      await expect(backup(...words)).rejects.toThrow(/Usage/)
    },
  )
})
