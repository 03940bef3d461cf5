import { mkdirSync, writeFileSync } from 'node:fs'
import { inProject } from '../../harness/local/run.ts'
import { databaseNameOf, isEnvironmentName } from '../deployment/names.ts'
import { CommandError } from './database.ts'

/** The site that a command is about: on this machine, or a deployed one. */
export interface Target {
  isRemote: boolean
  /** Another environment than production. */
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

/** A configuration for Wrangler with one database, in a file below `.wrangler`. @returns its path */
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

/** The options with which Wrangler finds a database of a target by its binding. */
export function databaseOptions({ isRemote, environment }: Target, binding: string): string[] {
  const where = isRemote ? '--remote' : '--local'
  if (!environment) return [where]
  return [where, '--config', databaseConfig(binding, databaseNameOf(environment, binding))]
}
