import type { parseArgs } from 'node:util'
import { sqlText } from '../../harness/local/sql-text.ts'
import {
  backupId,
  INDEX_KEY,
  LEFT_OUT,
  manifestKey,
  type BackupSummary,
  type Manifest,
} from '../../src/worker/backup/manifest.ts'
import { CommandError, type Execute } from './database.ts'
import { DROP_TRANSLATIONS, archiveRowFilter } from './restore-archive.ts'
import { restore, type RestoredTable } from './restore.ts'
import type { NewDatabase, ReadObject } from './restore-rows.ts'

export const BACKUP_USAGE = `  npm run operator -- backup list
  npm run operator -- backup make
  npm run operator -- backup restore <backup> --into <new database>`

export const backupOptions = { into: { type: 'string' } } as const
type BackupOptions = ReturnType<typeof parseArgs<{ options: typeof backupOptions }>>['values']

export interface BackupStores {
  /** Another than production. */
  environment?: string | undefined
  execute: Execute
  readObject: ReadObject
  /** Opens or creates the database with this name. */
  newDatabase(name: string): Promise<NewDatabase>
}

/**
 * `backup list`, `make` and `restore`.
 * @returns what to print
 * @throws CommandError with a sentence for the operator
 */
export async function operateBackup(
  stores: BackupStores,
  words: string[],
  { into }: BackupOptions,
): Promise<string> {
  const [action, id, ...others] = words
  if (action === 'list' && !id) return listBackups(stores.readObject)
  if (action === 'make' && !id) return requestBackup(stores.execute, Date.now())
  if (action === 'restore' && id && into && others.length === 0)
    return restoreBackup(stores, id, into)
  throw new CommandError(`Usage:\n${BACKUP_USAGE}`)
}

async function readJson<Value>(readObject: ReadObject, key: string): Promise<Value | undefined> {
  const object = await readObject(key)
  return object && (JSON.parse(Buffer.from(object).toString('utf8')) as Value)
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const minute = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')

async function listBackups(readObject: ReadObject): Promise<string> {
  const backups = (await readJson<BackupSummary[]>(readObject, INDEX_KEY)) ?? []
  if (backups.length === 0)
    return 'There is no complete backup yet. The cron makes one every night after 03:00 in Tokyo.'
  return backups
    .map(
      ({ id, finishedAt, rows, bytes }) =>
        `${id}  complete ${minute(finishedAt)} UTC  ${rows} rows  ${megabytes(bytes)}`,
    )
    .join('\n')
}

/** The cron does the work, since it alone runs with the database. */
async function requestBackup(execute: Execute, nowMs: number): Promise<string> {
  const id = backupId(nowMs)
  const [open] = await execute<{ id: string }>(
    `INSERT INTO backup (id, started_at) SELECT ${sqlText(id)}, ${nowMs}
     WHERE NOT EXISTS (SELECT 1 FROM backup WHERE finished_at IS NULL AND archive IS NULL)
     ON CONFLICT DO NOTHING`,
    'SELECT id FROM backup WHERE finished_at IS NULL AND archive IS NULL',
  )
  return open
    ? `The cron works on ${open.id} from its next minute on. backup list shows it when it is complete.`
    : `${id} is complete already.`
}

function nextStep(name: string, environment: string | undefined, binding: string): string {
  return environment
    ? `Add [[env.${environment}.d1_databases]] with binding = "${binding}" and database_name = "${name}" to wrangler.toml, then npm run deploy -- --env ${environment}.`
    : `Put database_name = "${name}" for ${binding} into wrangler.toml and wrangler.services.toml, then npm run deploy.`
}

/** Names of one table that are printed. */
const MAX_NAMED = 100

function leftOutText({ leftOut }: RestoredTable): string {
  if (leftOut.length === 0) return ''
  const named = leftOut.slice(0, MAX_NAMED).join(', ') + (leftOut.length > MAX_NAMED ? ', …' : '')
  return `, left out ${leftOut.length} (deleted or replaced while the copy was made or, in an archive, since): ${named}`
}

async function restoreBackup(stores: BackupStores, id: string, name: string): Promise<string> {
  const manifest = await readJson<Manifest>(stores.readObject, manifestKey(id))
  if (!manifest)
    throw new CommandError(`There is no complete backup ${id}. backup list shows those there are.`)
  const { archive } = manifest
  const isWanted = archive ? await archiveRowFilter(stores.execute, archive) : undefined
  const into = await stores.newDatabase(name)
  const tables = await restore(manifest, stores.readObject, into, isWanted)
  if (archive) await into.execute(DROP_TRANSLATIONS)
  const sum = (count: (table: RestoredTable) => number) =>
    tables.reduce((total, table) => total + count(table), 0)
  const line = (table: string, copied: number, restored: number) =>
    `${table.padEnd(22)} copied ${copied}, restored ${restored}`
  return [
    `${id} is restored into ${name}; its schema is ${manifest.schema}.`,
    ...tables.map((table) => line(table.name, table.copied, table.restored) + leftOutText(table)),
    line(
      'all',
      sum(({ copied }) => copied),
      sum(({ restored }) => restored),
    ),
    `Empty in every copy: ${LEFT_OUT.join(', ')}.`,
    `${nextStep(name, stores.environment, archive ? `ARCHIVE_${archive}` : 'DB')} SECRET stays the one of the copied site: sealed texts, passwords and links need it.`,
  ].join('\n')
}
