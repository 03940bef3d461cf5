import { parseArgs } from 'node:util'
import { optionProblem } from '../harness/local/read-arguments.ts'
import { stopAtErrors, stopWith, withReleaseCommands } from '../harness/local/run.ts'
import { BACKUP_USAGE, backupOptions, operateBackup } from './operator/backup.ts'
import {
  auditStatement,
  CommandError,
  targetOf,
  databaseOfTarget,
  unknownCommand,
  type Execute,
  type Target,
} from './operator/database.ts'
import { operatePictures, PICTURES_USAGE } from './operator/pictures.ts'
import { operateRoles, ROLES_USAGE } from './operator/roles.ts'
import { operateWords, WORDS_USAGE } from './operator/words.ts'

const MAINTENANCE_USAGE = `  npm run operator -- maintenance clear   (nobody can sign in during a window; the desk sets them)`

const usages: Record<string, string> = {
  roles: ROLES_USAGE,
  maintenance: MAINTENANCE_USAGE,
  words: WORDS_USAGE,
  backup: BACKUP_USAGE,
  pictures: PICTURES_USAGE,
}

const usageOf = (subject?: string) => `Runs the site: docs/operating.md says more.
${(subject && usages[subject]) ?? Object.values(usages).join('\n')}
  --remote   the deployed site instead of this machine's
  --data     the data folder of npm run serve instead of that of npm start
  --env      with --remote: another environment than production, such as staging
  --help     these lines, or those of one command: npm run operator -- roles --help
Everything else is done at the desk, /operator.`

const options = {
  ...backupOptions,
  env: { type: 'string' },
  data: { type: 'string' },
  remote: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

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
  switch (subject) {
    case 'roles':
      return operateRoles(execute, words)
    case 'maintenance':
      return clearMaintenance(execute, words)
    case 'words':
      return operateWords(execute, words)
    case 'backup':
      return operateBackup(target, words, values)
    case 'pictures':
      return operatePictures(execute, target, words)
  }
  throw new CommandError(subject ? `'${subject}' is none of these.\n${usageOf()}` : usageOf())
}

async function clearMaintenance(execute: Execute, words: string[]): Promise<string> {
  if (words.join(' ') !== 'clear') throw unknownCommand(words, MAINTENANCE_USAGE)
  const trace = auditStatement('maintenance.clear', 'all', '')
  await execute('DELETE FROM maintenance_window', trace)
  return 'There is no maintenance window.'
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
