import { createHash, createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { databaseWorker, directDatabase } from '../harness/local/direct-database.ts'
import { migrate } from '../harness/local/migrate.ts'
import { inProject, stopWith } from '../harness/local/run.ts'

export const localState = inProject('.wrangler/state/v3')

/** Referenced, since collecting a connection ends its lock. */
const held: DatabaseSync[] = []

/** What another user writes into a folder its server cannot read. Exits with a sentence; a missing folder passes. */
export function refuseOthersFolder(folder: string): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid ?? process.getuid?.()
  if (owner !== process.getuid?.())
    stopWith(`${folder} is of another user: run this by sudo -u '#${owner}'.`)
}

/**
 * Reserves the folder until `close` or the end of this process.
 * @param refuse called with a sentence if another process has reserved it
 */
export function reserveState(
  state = localState,
  refuse: (sentence: string) => never = stopWith,
): DatabaseSync {
  mkdirSync(state, { recursive: true })
  const lock = new DatabaseSync(join(state, 'in-use.sqlite'))
  const holderFile = join(state, 'in-use.pid')
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error && error.message === 'database is locked')) throw error
    const holder = existsSync(holderFile)
      ? `Process ${readFileSync(holderFile, 'utf8')}`
      : 'Another process'
    return refuse(`${holder} uses the data of this folder. Stop it first.`)
  }
  writeFileSync(holderFile, String(process.pid))
  held.push(lock)
  return lock
}

/** As in Wrangler: the database's id or else its binding. */
function databaseId(): string {
  const toml = readFileSync(inProject('wrangler.toml'), 'utf8')
  return /^\[\[d1_databases\]\]\n(?:[^[\n].*\n)*?database_id = "(.+)"/m.exec(toml)?.[1] ?? 'DB'
}

/** SQLite file of the local database, named as in Miniflare. */
export function databaseFile(state: string): string {
  const folder = 'miniflare-D1DatabaseObject'
  const key = createHash('sha256').update(folder).digest()
  const hmac = (data: string | Buffer) =>
    createHmac('sha256', key).update(data).digest().subarray(0, 16)
  const name = hmac(databaseId())
  return join(state, 'd1', folder, `${Buffer.concat([name, hmac(name)]).toString('hex')}.sqlite`)
}

/** Names of tables with their columns, indexes and triggers, without D1's own. */
const SCHEMA = `
  SELECT item.name, field.name AS field, "notnull" FROM sqlite_schema AS item LEFT JOIN pragma_table_info(item.name) AS field
  WHERE item.name <> 'd1_migrations' AND item.name NOT GLOB '_cf_*' AND item.name NOT GLOB 'sqlite_*'
  ORDER BY 1, 2`

/** Whether the migrations that a database has applied would make another schema today: `0001_initial.sql` changed until 1.0.0. */
export function isEarlier(file: string): boolean {
  const db = new DatabaseSync(file)
  const made = new DatabaseSync(':memory:')
  try {
    for (const { name } of db.prepare('SELECT name FROM d1_migrations ORDER BY id').all())
      made.exec(readFileSync(inProject('migrations', String(name)), 'utf8'))
    return !isDeepStrictEqual(db.prepare(SCHEMA).all(), made.prepare(SCHEMA).all())
  } catch (error) {
    // A migration that no longer exists; a new file has no table of migrations.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  } finally {
    db.close()
    made.close()
  }
}

/**
 * Migrates and fills a local database; run it before serving. Exits with a sentence for that of another version.
 * @param isDemonstration fills past days
 */
export async function prepareDatabase(state = localState, isDemonstration = true): Promise<void> {
  const file = databaseFile(state)
  if (existsSync(file) && isEarlier(file))
    stopWith(
      `${file} is of another version of Ichimon, which this one cannot migrate. Move it elsewhere to begin a new one.`,
    )
  // A second of processor time that commands on the file do not need.
  const [{ convertV4MiniflareOptions, Miniflare }, { fillDemonstration, fillQuestions }] =
    await Promise.all([import('miniflare'), import('../harness/local/fill.ts')])
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      resourcePersistencePath: state,
      workers: [databaseWorker({ DB: databaseId() })],
    }),
  )
  const db = directDatabase(miniflare)
  await migrate(db)
  await fillQuestions(db)
  if (isDemonstration) await fillDemonstration(db, new Date())
  await miniflare.dispose()
}
