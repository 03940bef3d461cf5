import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inProject } from '../../harness/local/run.ts'
import { databaseFile, isEarlier, localState } from '../local-database.ts'
import {
  CommandError,
  unknownCommand,
  databaseOptions,
  openLocal,
  reserve,
  wrangler,
  type Target,
} from './database.ts'

export const BACKUP_USAGE = `  npm run operator -- backup [--output <file>]
      (this machine's as a copy of SQLite, or with the ending .sql as D1 imports it)
  npm run operator -- backup restore <file>   (to this machine, with the server stopped)`

export const backupOptions = { output: { type: 'string' } } as const

/** Backs up the database to a file, or restores one. */
export async function operateBackup(
  target: Target,
  words: string[],
  { output }: { output?: string | undefined },
): Promise<string> {
  const state = target.data ?? localState
  const [action, from, ...others] = words
  if (action === 'restore' && from && others.length === 0 && !target.isRemote)
    return restoreLocal(resolve(from), state)
  if (action !== undefined) throw unknownCommand(words, BACKUP_USAGE)
  const file = resolve(output ?? `ichimon-${timestamp()}.${target.isRemote ? 'sql' : 'sqlite'}`)
  if (existsSync(file)) throw new CommandError(`${file} exists: name another file by --output.`)
  if (target.isRemote) await exportRemote(target, file)
  else copyLocal(state, file)
  return `The database was copied to ${file}. Keep it in a safe place, and SECRET in another: together they open everything.`
}

const timestamp = () => new Date().toISOString().replaceAll(/[-:]|\..*/g, '')

async function exportRemote(target: Target, file: string): Promise<void> {
  const args = ['d1', 'export', 'DB', ...databaseOptions(target), '--output', file]
  await wrangler('The database was not exported.', ...args, '--skip-confirmation')
}

/** Safe while the server runs: the copy is one consistent snapshot. */
function copyLocal(state: string, file: string): void {
  const db = openLocal(state, { readOnly: true })
  if (isSql(file)) writeFileSync(file, statementsOf(db).join(';\n') + ';\n', { mode: 0o600 })
  else db.prepare('VACUUM INTO ?').run(file)
  db.close()
}

const isSql = (file: string) => file.endsWith('.sql')

/** Tables with their rows, then indexes and triggers, which would change rows, as `wrangler d1 export` writes them. */
function statementsOf(db: DatabaseSync): string[] {
  db.exec('BEGIN')
  const items = db
    .prepare(
      `SELECT name, sql, type = 'table' AS isTable FROM sqlite_schema
       WHERE sql IS NOT NULL AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' ORDER BY type <> 'table', rowid`,
    )
    .all() as { name: string; sql: string; isTable: number }[]
  return [
    'PRAGMA defer_foreign_keys = TRUE',
    ...items.flatMap(({ name, sql, isTable }) => [sql, ...(isTable ? rowsOf(db, name) : [])]),
  ]
}

function rowsOf(db: DatabaseSync, table: string): string[] {
  const columns = db.prepare(`SELECT name FROM pragma_table_info(?)`).all(table)
  const values = columns.map(({ name }) => `quote("${String(name)}")`).join(` || ',' || `)
  const rows = db.prepare(`SELECT ${values} AS row FROM "${table}"`).all()
  return rows.map(({ row }) => `INSERT INTO "${table}" VALUES (${String(row)})`)
}

/** Keeps the current database beside the restored one. Everybody has to sign in again. */
function restoreLocal(file: string, state: string): string {
  const reserved = reserve(state)
  const database = databaseFile(state)
  const unfinished = `${database}.unfinished`
  mkdirSync(dirname(database), { recursive: true })
  rmSync(unfinished, { force: true })
  if (!readCopy(file, unfinished)) {
    reserved.close()
    rmSync(unfinished, { force: true })
    throw new CommandError(`${file} is no copy of the database, or damaged, or of a later version.`)
  }
  const kept = `${database}.before-${timestamp()}`
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(database + suffix)) renameSync(database + suffix, kept + suffix)
  renameSync(unfinished, database)
  reserved.close()
  const before = existsSync(kept) ? `; the database before is ${kept}` : ''
  return `${file} is in place${before}. Start the site again.`
}

/** Makes a database of a copy, without what must not be valid again. @returns whether it is one */
function readCopy(file: string, to: string): boolean {
  if (!existsSync(file)) return false
  if (!isSql(file)) copyFileSync(file, to)
  // Rows may come before those that they refer to.
  const db = new DatabaseSync(to, { enableForeignKeyConstraints: false })
  try {
    if (isSql(file)) db.exec(`BEGIN; ${readFileSync(file, 'utf8')}; COMMIT`)
    db.exec(readFileSync(inProject('scripts/operator/after-restore.sql'), 'utf8'))
    const [{ integrity_check: state } = {}] = db.prepare('PRAGMA integrity_check').all()
    return (
      state === 'ok' && db.prepare('SELECT 1 FROM d1_migrations').all().length > 0 && !isEarlier(to)
    )
  } catch {
    return false
  } finally {
    db.close()
  }
}
