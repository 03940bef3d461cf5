import { output } from '../../harness/local/run.ts'
import { databaseOptions, type Target } from './target.ts'

/** Runs SQL statements in one transaction and returns the rows of the last one. */
export type Execute = <Row = Record<string, unknown>>(...statements: string[]) => Promise<Row[]>

/** A failure that is explained to the operator by its message alone. */
export class CommandError extends Error {}

/** A database of a target by its binding, through Wrangler. */
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
