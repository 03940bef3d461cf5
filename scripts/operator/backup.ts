import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { parseArgs } from 'node:util'
import { inProject, output } from '../../harness/local/run.ts'
import { databaseFile, localState, reserveState } from '../local-database.ts'
import { CommandError, databaseOptions, openLocal, type Target } from './database.ts'

export const BACKUP_USAGE = `  npm run operator -- backup [--output <file>]
  npm run operator -- backup restore <file>   (this machine's, with the server stopped)`

export const backupOptions = { output: { type: 'string' } } as const
type BackupOptions = ReturnType<typeof parseArgs<{ options: typeof backupOptions }>>['values']

/** Backs up the database to a file, or restores one. */
export async function operateBackup(
  target: Target,
  [action, from, ...others]: string[],
  options: BackupOptions,
): Promise<string> {
  const state = target.data ?? localState
  if (action === 'restore' && from && others.length === 0 && !target.isRemote)
    return restoreLocal(resolve(from), state)
  if (action !== undefined) throw new CommandError(`Usage:\n${BACKUP_USAGE}`)
  const file = resolve(
    options.output ?? `ichimon-${timestamp()}.${target.isRemote ? 'sql' : 'sqlite'}`,
  )
  if (existsSync(file)) throw new CommandError(`${file} exists: name another file by --output.`)
  if (target.isRemote) await exportRemote(target, file)
  else copyLocal(state, file)
  return `The database was copied to ${file}. Keep it in a safe place, and SECRET in another: together they open everything.`
}

const timestamp = () => new Date().toISOString().replaceAll(/[-:]|\..*/g, '')

async function exportRemote(target: Target, file: string): Promise<void> {
  const args = ['d1', 'export', 'DB', ...databaseOptions(target), '--output', file]
  await output('wrangler', [...args, '--skip-confirmation']).catch((error: Error) => {
    throw new CommandError(`The database was not exported.\n${error.message}`)
  })
}

/** Safe while the server runs: SQLite copies a consistent snapshot. */
function copyLocal(state: string, file: string): void {
  const db = openLocal(state, { readOnly: true })
  db.prepare('VACUUM INTO ?').run(file)
  db.close()
}

/** Keeps the current database beside the restored one. Everybody has to sign in again. */
function restoreLocal(file: string, state: string): string {
  if (!existsSync(file) || !isDatabase(file))
    throw new CommandError(`${file} is no copy of the database, or damaged.`)
  const reserved = reserveState(state, (sentence) => {
    throw new CommandError(sentence)
  })
  const database = databaseFile(state)
  mkdirSync(dirname(database), { recursive: true })
  const kept = `${database}.before-${timestamp()}`
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(database + suffix)) renameSync(database + suffix, kept + suffix)
  copyFileSync(file, database)
  const db = new DatabaseSync(database)
  db.exec(readFileSync(inProject('scripts/operator/after-restore.sql'), 'utf8'))
  db.close()
  reserved.close()
  return `${file} is in place; the database before is ${kept}. Start the site again.`
}

function isDatabase(file: string): boolean {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const [{ integrity_check: state } = {}] = db.prepare('PRAGMA integrity_check').all()
    return state === 'ok' && db.prepare('SELECT 1 FROM d1_migrations').all().length > 0
  } catch {
    return false
  } finally {
    db.close()
  }
}
