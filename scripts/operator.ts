import { parseArgs } from 'node:util'
import { stopWith } from '../harness/local/run.ts'
import type { Role } from '../src/domain/moderation.ts'
import { deployedVariables } from './deployment/settings.ts'
import {
  announcementRefusal,
  ANNOUNCEMENTS_USAGE,
  announcementsOptions,
  operateAnnouncements,
} from './operator/announcements.ts'
import { BACKUP_USAGE, backupOptions, operateBackup } from './operator/backup.ts'
import { caseRefusal, CASES_USAGE, casesOptions, operateCases } from './operator/cases.ts'
import { CHECK_USAGE, checkOptions, operateCheck } from './operator/check.ts'
import { CommandError, wranglerDatabase, type Execute } from './operator/database.ts'
import { MAINTENANCE_USAGE, operateMaintenance } from './operator/maintenance.ts'
import { operatePeople, PEOPLE_USAGE, peopleOptions } from './operator/people.ts'
import { questionRefusal } from './operator/question-refusals.ts'
import { operateQuestions, QUESTIONS_USAGE, questionsOptions } from './operator/questions.ts'
import { operateRoles, ROLES_USAGE } from './operator/roles.ts'
import { RefusedError, withSite, type Site } from './operator/site.ts'
import { targetOf, type Target } from './operator/target.ts'

const USAGE = `Runs the site: docs/operating.md says more.
${ROLES_USAGE}
${CASES_USAGE}
${QUESTIONS_USAGE}
${PEOPLE_USAGE}
${ANNOUNCEMENTS_USAGE}
${MAINTENANCE_USAGE}
${BACKUP_USAGE}
${CHECK_USAGE}
  --remote   the deployed site instead of this machine's
  --env      with --remote: another environment than production, such as staging
  --as       email address or username of the person in whose name it is done
  --site     the site's address, where PUBLIC_ORIGIN of wrangler.toml or http://localhost:8787 is not meant
Times are in Asia/Tokyo unless they say otherwise.`

const options = {
  ...casesOptions,
  ...peopleOptions,
  ...backupOptions,
  ...checkOptions,
  ...questionsOptions,
  ...announcementsOptions,
  env: { type: 'string' },
  remote: { type: 'boolean', default: false },
  as: { type: 'string' },
  site: { type: 'string' },
} as const

/** `PUBLIC_ORIGIN` of an environment in `wrangler.toml`. */
function publicOrigin({ environment }: Target): string {
  const origin = deployedVariables(environment)['PUBLIC_ORIGIN']
  if (typeof origin !== 'string' || origin === '')
    throw new CommandError(
      `wrangler.toml has no PUBLIC_ORIGIN${environment ? ` for ${environment}` : ''}: name the site with --site.`,
    )
  return origin
}

/** `PICTURE_ORIGIN` of an environment in `wrangler.toml`. */
function pictureOrigin({ environment }: Target): string | undefined {
  const origin = deployedVariables(environment)['PICTURE_ORIGIN']
  return typeof origin === 'string' && origin !== '' ? origin : undefined
}

/**
 * Runs one command.
 * @param database the database of a target
 * @returns what to print
 * @throws CommandError with a sentence for the operator
 */
export async function operate(
  args: string[],
  database: (target: Target) => Execute,
): Promise<string> {
  const { values, positionals } = parsed(args)
  const [subject, ...words] = positionals
  const target = targetOf(values)
  const execute = database(target)
  const local = `http://localhost:${process.env['PORT'] || 8787}`
  const asPerson = async <Value>(
    role: Role,
    explain: (refusal: RefusedError) => CommandError,
    use: (site: Site) => Promise<Value>,
  ) => {
    const origin = values.site ?? (values.remote ? publicOrigin(target) : local)
    try {
      return await withSite(execute, origin, values.as, role, use)
    } catch (error) {
      throw error instanceof RefusedError ? explain(error) : error
    }
  }
  switch (subject) {
    case 'roles':
      return operateRoles(execute, words)
    case 'backup':
      return operateBackup(target, words, values)
    case 'check':
      return operateCheck(
        {
          execute,
          pictureOrigin: values.remote ? pictureOrigin(target) : undefined,
        },
        (use) => asPerson('operator', caseRefusal, use),
        words,
        values,
      )
    case 'people':
      return asPerson('moderator', caseRefusal, (site) => operatePeople(site, words, values))
    case 'maintenance':
      return operateMaintenance(execute, words)
    case 'announcements':
      return asPerson('operator', announcementRefusal, (site) =>
        operateAnnouncements(site, words, values),
      )
    case 'cases':
      if (words.length === 0) break
      return asPerson('moderator', caseRefusal, (site) => operateCases(site, words, values))
    case 'questions':
      if (words.length === 0) break
      return asPerson('editor', questionRefusal, (site) => operateQuestions(site, words, values))
  }
  throw new CommandError(USAGE)
}

/** An id that begins with a dash is no option: ids are 22 characters of base64url. */
const DASHED_ID = /^-[\w-]{21}$/
const MARK = 'id:'

function parsed(args: string[]) {
  const marked = args.map((arg) => (DASHED_ID.test(arg) ? MARK + arg : arg))
  try {
    const { values, positionals } = parseArgs({ args: marked, allowPositionals: true, options })
    return {
      values,
      positionals: positionals.map((word) =>
        word.startsWith(`${MARK}-`) ? word.slice(MARK.length) : word,
      ),
    }
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${USAGE}`)
  }
}

async function main() {
  try {
    console.log(await operate(process.argv.slice(2), wranglerDatabase))
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    stopWith(error.message)
  }
}

if (import.meta.main) await main()
