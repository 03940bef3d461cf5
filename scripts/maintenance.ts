import { parseArgs } from 'node:util'
import { run, stopWith } from '../harness/local/run.ts'

const USAGE = `Schedules a maintenance window, or cancels it.
  npm run maintenance -- <auth|question> <start> <end> [--remote]
  npm run maintenance -- <auth|question> clear [--remote]
Times are ISO 8601, in Asia/Tokyo unless they say otherwise: 2026-11-21T02:00
Without --remote, uses the local database.`

const services = ['auth', 'question']
const HAS_ZONE = /(?:Z|[+-]\d\d:\d\d)$/

/** Epoch milliseconds; throws `RangeError` for what is no time. */
function timeOf(text: string): number {
  const time = Date.parse(HAS_ZONE.test(text) ? text : `${text}+09:00`)
  if (Number.isNaN(time)) throw new RangeError(`'${text}' is not a time such as 2026-11-21T02:00.`)
  return time
}

/**
 * The SQL for `<service> clear` or `<service> <start> <end>`.
 * @throws RangeError with a sentence for the operator when the words make no window
 */
export function maintenanceStatement([service = '', start = '', end, ...others]: string[]): string {
  if (!services.includes(service) || others.length > 0) throw new RangeError(USAGE)
  if (start === 'clear' && end === undefined) {
    return `DELETE FROM maintenance_window WHERE service = '${service}'`
  }
  if (end === undefined) throw new RangeError(USAGE)
  const window = [timeOf(start), timeOf(end)] as const
  if (window[1] <= window[0]) throw new RangeError('The window ends before it starts.')
  return `INSERT INTO maintenance_window (service, starts_at, ends_at)
    VALUES ('${service}', ${window[0]}, ${window[1]})
    ON CONFLICT (service) DO UPDATE SET starts_at = excluded.starts_at, ends_at = excluded.ends_at`
}

function statementOf(words: string[]): string {
  try {
    return maintenanceStatement(words)
  } catch (error) {
    return stopWith((error as Error).message)
  }
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remote: { type: 'boolean', default: false } },
  })
  const where = values.remote ? '--remote' : '--local'
  const command = statementOf(positionals)
  process.exit(await run('wrangler', ['d1', 'execute', 'DB', where, '--yes', '--command', command]))
}

if (import.meta.main) await main()
