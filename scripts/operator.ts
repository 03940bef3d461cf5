import { parseArgs } from 'node:util'
import { optionProblem } from '../harness/local/read-arguments.ts'
import { stopAtErrors, stopWith, withReleaseCommands } from '../harness/local/run.ts'
import { BACKUP_USAGE, backupOptions, operateBackup } from './operator/backup.ts'
import { CHECK_USAGE, checkOptions, operateCheck } from './operator/check.ts'
import {
  CommandError,
  targetOf,
  databaseOfTarget,
  type Execute,
  type Target,
} from './operator/database.ts'
import { MAINTENANCE_USAGE, operateMaintenance } from './operator/maintenance.ts'
import { operatePictures, PICTURES_USAGE } from './operator/pictures.ts'
import { operateRoles, ROLES_USAGE } from './operator/roles.ts'
import { readServerAddress } from './local-database.ts'
import { withSite, type Site } from './operator/site.ts'
import { operateWords, WORDS_USAGE } from './operator/words.ts'

const usages: Record<string, string> = {
  roles: ROLES_USAGE,
  maintenance: MAINTENANCE_USAGE,
  words: WORDS_USAGE,
  backup: BACKUP_USAGE,
  pictures: PICTURES_USAGE,
  check: CHECK_USAGE,
}

const usageOf = (subject?: string) => `Runs the site: docs/operating.md says more.
${(subject && usages[subject]) ?? Object.values(usages).join('\n')}
  --remote   the deployed site instead of this machine's
  --data     the data folder of npm run serve instead of that of npm start
  --env      with --remote: another environment than production, such as staging
  --as       email address or username of the person in whose name it is done
  --site     the site's address, where PUBLIC_ORIGIN or the running server of the data folder is not meant
  --help     these lines, or those of one command: npm run operator -- roles --help
Everything else is done at the desk, /operator.`

const options = {
  ...backupOptions,
  ...checkOptions,
  env: { type: 'string' },
  data: { type: 'string' },
  remote: { type: 'boolean', default: false },
  as: { type: 'string' },
  site: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

async function publicOrigin({ environment }: Target): Promise<string> {
  const { deployedVariables } = await import('./deployment/settings.ts')
  const origin = deployedVariables(environment)['PUBLIC_ORIGIN']
  if (typeof origin === 'string' && origin !== '') return origin
  const where = environment ? ` for ${environment}` : ''
  throw new CommandError(`PUBLIC_ORIGIN is not set${where}: name the site with --site.`)
}

/** Only the server of the folder is asked: another program may listen where it would. */
function localOrigin({ data }: Target): string {
  const address = readServerAddress(data)
  if (address) return address
  throw new CommandError('No site runs here: start it, or name another with --site.')
}

/**
 * Runs one command.
 * @param database the database of a target
 * @returns text to print
 * @throws CommandError with a sentence for the operator
 */
export async function operate(
  args: string[],
  database: (target: Target) => Execute,
): Promise<string> {
  const { values, positionals } = parsed(args)
  const [subject, ...words] = positionals
  if (values.help) return usageOf(subject)
  const target = targetOf(values)
  const execute = database(target)
  const asOperator = async <Value>(use: (site: Site) => Promise<Value>) => {
    const origin = values.site ?? (values.remote ? await publicOrigin(target) : localOrigin(target))
    return withSite(execute, origin, values.as, use)
  }
  switch (subject) {
    case 'roles':
      return operateRoles(execute, words)
    case 'maintenance':
      return operateMaintenance(execute, words)
    case 'words':
      return operateWords(execute, words)
    case 'backup':
      return operateBackup(target, words, values)
    case 'pictures':
      return operatePictures(execute, target, words)
    case 'check':
      return operateCheck(execute, asOperator, words, values)
  }
  throw new CommandError(subject ? `'${subject}' is none of these.\n${usageOf()}` : usageOf())
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new CommandError(`${optionProblem(error)}\n${usageOf()}`)
  }
}

async function main() {
  // Copies and exports hold addresses.
  process.umask(0o077)
  stopAtErrors()
  try {
    console.log(withReleaseCommands(await operate(process.argv.slice(2), databaseOfTarget)))
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    stopWith(error.message)
  }
}

if (import.meta.main) await main()
