import { tokyoIso } from '../../src/domain/tokyo-time.ts'
import { maintainedServices } from '../../src/domain/maintenance.ts'
import { auditStatement, unknownCommand, type Execute } from './database.ts'

export const MAINTENANCE_USAGE = `  npm run operator -- maintenance list
  npm run operator -- maintenance <${maintainedServices.join('|')}> clear   (the desk sets windows)`

interface Row {
  service: string
  start: number
  end: number
}

/**
 * `maintenance list` and `<service> clear`, directly in the database: the site starts no session during a window.
 * Changes are audited with the actor `command line`.
 */
export async function operateMaintenance(execute: Execute, words: string[]): Promise<string> {
  const [service = '', action, ...others] = words
  if (service === 'list' && words.length === 1) return listWindows(execute)
  const isKnown = maintainedServices.some((name) => name === service)
  if (!isKnown || action !== 'clear' || others.length > 0)
    throw unknownCommand(words, MAINTENANCE_USAGE)
  await execute(
    `DELETE FROM maintenance_window WHERE service = '${service}'`,
    auditStatement('maintenance.clear', service, ''),
  )
  return `${service}: no maintenance window.`
}

async function listWindows(execute: Execute): Promise<string> {
  const rows = await execute<Row>(
    `SELECT service, starts_at AS start, ends_at AS "end" FROM maintenance_window
     WHERE starts_at IS NOT NULL AND ends_at IS NOT NULL ORDER BY service`,
  )
  if (rows.length === 0) return 'No maintenance window is set.'
  const lines = rows.map(({ service, start, end }) => {
    const isOver = end < Date.now() ? ', over' : ''
    return `${service.padEnd(10)} ${tokyoMinute(start)} to ${tokyoMinute(end)} in Tokyo${isOver}`
  })
  return lines.join('\n')
}

const tokyoMinute = (epochMs: number) => tokyoIso(epochMs).slice(0, 16).replace('T', ' ')
