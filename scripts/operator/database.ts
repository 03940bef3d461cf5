import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inProject, output } from '../../harness/local/run.ts'
import { sqlText } from '../../harness/local/sql-text.ts'
import { databaseFile, localState, refuseOthersFolder, reserveState } from '../local-database.ts'
import { databaseNameOf, isEnvironmentName } from '../deployment/names.ts'

/** Epoch milliseconds, in SQL. */
export const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)"

/** Records a change with the actor `command line`. */
export const auditStatement = (action: string, subject: string, why: string): string =>
  `INSERT INTO audit_log (at, actor_id, role, action, subject, why)
   VALUES (${NOW}, 'command line', 'operator', '${action}', ${sqlText(subject)}, ${sqlText(why)})`

const MAX_LOCK_MS = 10_000

/** Runs SQL statements in one transaction; returns the rows of the last. */
export type Execute = <Row = Record<string, unknown>>(...statements: string[]) => Promise<Row[]>

/** A failure whose message alone explains it to the operator. */
export class CommandError extends Error {}

/** Refusal of words that are none of a subject's commands. */
export const unknownCommand = (words: string[], usage: string): CommandError =>
  new CommandError(
    `${words.length > 0 ? `'${words.join(' ')}' is none` : 'Say which'} of these:\n${usage}`,
  )

/** Output of Wrangler. @throws CommandError with this sentence and what it said */
export const wrangler = (failure: string, ...args: string[]): Promise<string> =>
  output('wrangler', args).catch((error: Error) => {
    throw new CommandError(`${failure}\n${error.message}`)
  })

/** Reserves a data folder. @throws CommandError while another process uses it */
export const reserve = (state: string): DatabaseSync =>
  reserveState(state, (sentence) => {
    throw new CommandError(sentence)
  })

export interface Target {
  isRemote: boolean
  environment?: string | undefined
  /** Data folder on this machine; that of `npm start` by default. */
  data?: string | undefined
}

/** @throws CommandError for an invalid environment name */
export function targetOf(options: {
  remote: boolean
  env?: string | undefined
  data?: string | undefined
}): Target {
  const { remote, env, data } = options
  if (data !== undefined) {
    if (remote || env) throw new CommandError('--data is a folder of this machine.')
    refuseOthersFolder(resolve(data))
    return { isRemote: false, data: resolve(data) }
  }
  if (env === undefined || env === 'production') return { isRemote: remote }
  if (!isEnvironmentName(env))
    throw new CommandError('--env takes a name of small letters, digits and hyphens.')
  if (!remote) throw new CommandError('--env names a deployed environment: it goes with --remote.')
  return { isRemote: true, environment: env }
}

/** Writes a Wrangler configuration with one database below `.wrangler`. @returns its path */
function databaseConfig(name: string): string {
  const folder = inProject('.wrangler/operator')
  mkdirSync(folder, { recursive: true })
  const file = `${folder}/${name}.toml`
  const config = `name = "operator"
compatibility_date = "2026-10-01"
[[d1_databases]]
binding = "DB"
database_name = "${name}"
`
  writeFileSync(file, config)
  return file
}

/** Opens the database of this machine, which a server may be using. @throws CommandError without one */
export function openLocal(state = localState, options: { readOnly?: boolean } = {}): DatabaseSync {
  const file = databaseFile(state)
  if (!existsSync(file))
    throw new CommandError(`There is no database in ${state} yet: the first start makes it.`)
  return new DatabaseSync(file, { timeout: MAX_LOCK_MS, ...options })
}

export const databaseOptions = ({ environment }: Target): string[] => [
  '--remote',
  '--config',
  databaseConfig(databaseNameOf(environment)),
]

export const databaseOfTarget = (target: Target): Execute =>
  target.isRemote ? remoteDatabase(target) : localDatabase(target.data)

const localDatabase =
  (state: string | undefined): Execute =>
  async <Row>(...statements: string[]) => {
    const db = openLocal(state)
    try {
      db.exec('BEGIN IMMEDIATE')
      const rows = statements.map((sql) => db.prepare(sql).all())
      db.exec('COMMIT')
      return (rows.at(-1) ?? []) as Row[]
    } finally {
      db.close()
    }
  }

function remoteDatabase(target: Target): Execute {
  return async <Row>(...statements: string[]) => {
    const args = ['d1', 'execute', 'DB', ...databaseOptions(target), '--yes', '--json', '--command']
    const sql = statements.join(';\n')
    const written = await wrangler('The database did not run the command.', ...args, sql)
    const results = JSON.parse(written) as { results: Row[] }[]
    return results.at(-1)?.results ?? []
  }
}
