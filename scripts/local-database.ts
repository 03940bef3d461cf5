import { createHash, createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { databaseWorker, directDatabase } from '../harness/local/direct-database.ts'
import { fillDemonstration, fillQuestions } from '../harness/local/fill.ts'
import { migrate } from '../harness/local/migrate.ts'
import { inProject, stopWith } from '../harness/local/run.ts'

export const localState = inProject('.wrangler/state/v3')

/** Referenced, since collecting a connection ends its lock. */
const held: DatabaseSync[] = []

/** Reserves the folder until this process ends. @returns whether no other process has reserved it */
export function holdState(state = localState): boolean {
  mkdirSync(state, { recursive: true })
  const lock = new DatabaseSync(join(state, 'in-use.sqlite'))
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && error.message === 'database is locked') return false
    throw error
  }
  held.push(lock)
  return true
}

/** Ends this process if another one uses the data of this folder. */
export function reserveState(): void {
  if (!holdState())
    stopWith('Another npm start or npm run dev uses the data of this folder. Stop it first.')
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

/** Applied only by databases from before 1.0.0, whose schema came from many files. */
const EARLIER_MIGRATION = '0002_vitals.sql'

function isEarlier(file: string): boolean {
  if (!existsSync(file)) return false
  const db = new DatabaseSync(file)
  try {
    return !!db.prepare('SELECT 1 FROM d1_migrations WHERE name = ?').get(EARLIER_MIGRATION)
  } catch {
    // A new file without tables.
    return false
  } finally {
    db.close()
  }
}

/** Renames the folder of a database from before 1.0.0, which cannot be migrated. */
function setAsideEarlier(state: string): void {
  if (!isEarlier(databaseFile(state))) return
  const kept = join(state, `d1-before-${Date.now()}`)
  renameSync(join(state, 'd1'), kept)
  console.log(
    `The local database is of an earlier schema and was kept as ${kept}; this start makes a new one.`,
  )
}

/** Migrates and fills the local database; run it before serving. */
export async function prepareDatabase(state = localState): Promise<void> {
  setAsideEarlier(state)
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
  await fillDemonstration(db, new Date())
  await miniflare.dispose()
}
