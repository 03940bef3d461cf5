import { TOKYO_OFFSET_MS } from '../../src/domain/tokyo-time.ts'
import { maintainedServices, windowProblem } from '../../src/domain/maintenance.ts'
import { auditStatement, CommandError, unknownCommand, type Execute } from './database.ts'

const services = maintainedServices.join('|')
export const MAINTENANCE_USAGE = `  npm run operator -- maintenance list
  npm run operator -- maintenance <${services}> <start> <end>
  npm run operator -- maintenance <${services}> clear`

const problems = {
  order: 'The window ends before it starts.',
  over: 'The window is over.',
  begun: 'The window began more than a day ago.',
  far: 'The window ends more than a year ahead.',
} as const

/** The window is in epoch milliseconds; without one it is cleared. */
function changeOf(words: string[]): {
  service: string
  window?: Row
} {
  const [service = '', start = '', end, ...others] = words
  if (!maintainedServices.some((name) => name === service) || others.length > 0)
    throw unknownCommand(words, MAINTENANCE_USAGE)
  if (start === 'clear' && end === undefined) return { service }
  if (end === undefined) throw unknownCommand(words, MAINTENANCE_USAGE)
  const window = { start: tokyoTime(start), end: tokyoTime(end) }
  if (window.end <= window.start) throw new CommandError(problems.order)
  return { service, window }
}

/**
 * SQL for `<service> clear` or `<service> <start> <end>`.
 * @throws CommandError with a sentence for the operator for invalid words
 */
export function maintenanceStatement(words: string[]): string {
  const { service, window } = changeOf(words)
  return window
    ? `INSERT INTO maintenance_window (service, starts_at, ends_at)
    VALUES ('${service}', ${window.start}, ${window.end})
    ON CONFLICT (service) DO UPDATE SET starts_at = excluded.starts_at, ends_at = excluded.ends_at`
    : `DELETE FROM maintenance_window WHERE service = '${service}'`
}

/**
 * `maintenance list`, `<service> <start> <end>` and `<service> clear`.
 * Writes to the database, since the site starts no session during a window. Changes are audited with the actor `command
 * line`.
 */
export async function operateMaintenance(execute: Execute, words: string[]): Promise<string> {
  if (words.length === 1 && words[0] === 'list') return listWindows(execute)
  const { service, window } = changeOf(words)
  const problem =
    window && windowProblem({ start: window.start / 1000, end: window.end / 1000 }, Date.now())
  if (problem) throw new CommandError(problems[problem])
  const [replaced] = await execute<Row>(
    `SELECT starts_at AS start, ends_at AS "end" FROM maintenance_window
     WHERE service = '${service}' AND ends_at > ${Date.now()}`,
  )
  const instead = replaced ? `, instead of ${span(replaced)}` : ''
  const why = window ? `${window.start / 1000} to ${window.end / 1000}` : ''
  await execute(
    maintenanceStatement(words),
    auditStatement(`maintenance.${window ? 'set' : 'clear'}`, service, why),
  )
  return window
    ? `${service}: maintenance from ${span(window)} in Tokyo${instead}.`
    : `${service}: no maintenance window.`
}

interface Row {
  start: number
  end: number
}

const span = ({ start, end }: Row) => `${tokyoMinute(start)} to ${tokyoMinute(end)}`

async function listWindows(execute: Execute): Promise<string> {
  const rows = await execute<Row & { service: string }>(
    `SELECT service, starts_at AS start, ends_at AS "end" FROM maintenance_window
     WHERE starts_at IS NOT NULL AND ends_at IS NOT NULL ORDER BY service`,
  )
  if (rows.length === 0) return 'No maintenance window is set.'
  return rows
    .map(
      ({ service, ...window }) =>
        `${service.padEnd(10)} ${span(window)} in Tokyo${window.end < Date.now() ? ', over' : ''}`,
    )
    .join('\n')
}

const HAS_ZONE = /(?:Z|[+-]\d\d:\d\d)$/

/**
 * Epoch milliseconds of an ISO 8601 time; default zone Asia/Tokyo.
 * @throws CommandError with a sentence for the operator
 */
function tokyoTime(text: string): number {
  const time = Date.parse(HAS_ZONE.test(text) ? text : `${text}+09:00`)
  if (Number.isNaN(time))
    throw new CommandError(`'${text}' is not a time such as 2026-11-21T02:00.`)
  return time
}

const tokyoMinute = (epochMs: number): string =>
  new Date(epochMs + TOKYO_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')
