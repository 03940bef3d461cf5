import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { inProject, stopWith } from '../harness/local/run.ts'
import { CASES_USAGE, casesOptions, operateCases } from './operator/cases.ts'
import { OperatorError, wranglerDatabase, type Execute } from './operator/database.ts'
import { operateRoles, ROLES_USAGE } from './operator/roles.ts'
import { withSite } from './operator/site.ts'

const USAGE = `Names moderators and decides cases. docs/operating.md#moderation says more.
${ROLES_USAGE}
${CASES_USAGE}
  --remote   the deployed site instead of this machine's
  --as       email address or username of the moderator who decides
  --site     the site's address, where PUBLIC_ORIGIN of wrangler.toml or http://localhost:8787 is not meant
Times are in Asia/Tokyo unless they say otherwise.`

const options = {
  ...casesOptions,
  remote: { type: 'boolean', default: false },
  as: { type: 'string' },
  site: { type: 'string' },
} as const

/** `PUBLIC_ORIGIN` of `wrangler.toml`. */
function publicOrigin(): string {
  const [, origin = ''] =
    /^PUBLIC_ORIGIN = "(.*)"/m.exec(readFileSync(inProject('wrangler.toml'), 'utf8')) ?? []
  if (!origin)
    throw new OperatorError('wrangler.toml has no PUBLIC_ORIGIN: name the site with --site.')
  return origin
}

/**
 * Runs one command.
 * @param database the local database, or the deployed one
 * @returns what to print
 * @throws OperatorError with a sentence for the operator
 */
export async function operate(
  args: string[],
  database: (isRemote: boolean) => Execute,
): Promise<string> {
  const { values, positionals } = parsed(args)
  const [subject, ...words] = positionals
  const execute = database(values.remote)
  if (subject === 'roles') return operateRoles(execute, words)
  if (subject !== 'cases' || words.length === 0) throw new OperatorError(USAGE)
  const local = `http://localhost:${process.env['PORT'] || 8787}`
  const origin = values.site ?? (values.remote ? publicOrigin() : local)
  return withSite(execute, origin, values.as, (site) => operateCases(site, words, values))
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n${USAGE}`)
  }
}

async function main() {
  try {
    console.log(await operate(process.argv.slice(2), wranglerDatabase))
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    stopWith(error.message)
  }
}

if (import.meta.main) await main()
