import { mkdirSync, writeFileSync } from 'node:fs'
import { inProject, output } from '../../harness/local/run.ts'
import { databaseNameOf, isEnvironmentName } from '../deployment/names.ts'

/** Runs SQL statements in one transaction; returns the rows of the last. */
export type Execute = <Row = Record<string, unknown>>(...statements: string[]) => Promise<Row[]>

/** A failure whose message alone explains it to the operator. */
export class CommandError extends Error {}

export interface Target {
  isRemote: boolean
  environment?: string | undefined
}

/** @throws CommandError for an invalid environment name */
export function targetOf({ remote, env }: { remote: boolean; env?: string | undefined }): Target {
  if (env === undefined || env === 'production') return { isRemote: remote }
  if (!isEnvironmentName(env))
    throw new CommandError('--env takes a name of small letters, digits and hyphens.')
  if (!remote) throw new CommandError('--env names a deployed environment: it goes with --remote.')
  return { isRemote: true, environment: env }
}

/** Writes a Wrangler configuration with one database below `.wrangler`. @returns its path */
function databaseConfig(binding: string, name: string, id?: string): string {
  const folder = inProject('.wrangler/operator')
  mkdirSync(folder, { recursive: true })
  const file = `${folder}/${name}.toml`
  const lines = [
    'name = "operator"',
    'compatibility_date = "2026-10-01"',
    '[[d1_databases]]',
    `binding = "${binding}"`,
    `database_name = "${name}"`,
    ...(id ? [`database_id = "${id}"`] : []),
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

export function databaseOptions({ isRemote, environment }: Target, binding: string): string[] {
  const where = isRemote ? '--remote' : '--local'
  if (!environment) return [where]
  return [where, '--config', databaseConfig(binding, databaseNameOf(environment, binding))]
}

export function wranglerDatabase(target: Target, binding = 'DB'): Execute {
  return async <Row>(...statements: string[]) => {
    const sql = statements.join(';\n')
    const args = [
      'd1',
      'execute',
      binding,
      ...databaseOptions(target, binding),
      '--yes',
      '--json',
      '--command',
      sql,
    ]
    const written = await output('wrangler', args).catch((error: Error) => {
      throw new CommandError(`The database did not run the command.\n${error.message}`)
    })
    const results = JSON.parse(written) as { results: Row[] }[]
    return results.at(-1)?.results ?? []
  }
}
