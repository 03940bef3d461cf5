import type { App } from './app.ts'
import { databaseOf } from './local/direct-database.ts'
import { bindingsOf } from './people.ts'

export interface Cost {
  /** Calls to the database; a batch counts once. */
  trips: number
  rowsRead: number
  rowsWritten: number
}

/**
 * Wraps an app's database and records its statements. Sessions are the database itself: there are no replicas.
 * @param db of `directDatabase`, whose batches are plain statements
 */
export function recording(db: D1Database) {
  const statements = new Set<string>()
  const cost: Cost = { trips: 0, rowsRead: 0, rowsWritten: 0 }
  const recorded = databaseOf(async (batch) => {
    for (const { sql } of batch) statements.add(sql)
    const results = await db.batch(batch as unknown as D1PreparedStatement[])
    cost.trips++
    for (const { meta } of results) {
      cost.rowsRead += meta.rows_read
      cost.rowsWritten += meta.rows_written
    }
    return results
  })
  return {
    db: recorded,
    statements,
    rowsRead: () => cost.rowsRead,
    async costOf(work: () => Promise<unknown>): Promise<Cost> {
      const before = { ...cost }
      await work()
      return {
        trips: cost.trips - before.trips,
        rowsRead: cost.rowsRead - before.rowsRead,
        rowsWritten: cost.rowsWritten - before.rowsWritten,
      }
    },
  }
}

export async function recordedEnv(app: App) {
  const record = recording(app.db)
  const room = { announce: async () => {} }
  const ROOM = { idFromName: (name: string) => name, get: () => room } as unknown as Env['ROOM']
  return { env: { ...(await bindingsOf(app)), DB: record.db, ROOM }, record }
}

/** Tables bounded by the built-in pack, and SQLite's intermediate tables. */
const SMALL =
  /^(?:sqlite_sequence|alarm|questionnaire|category|topic|pack_question|active|next|season|regular|free|with_events|searched|total|running|waiting|listed|day VIRTUAL|page VIRTUAL|text VIRTUAL|given VIRTUAL|spare|first|filter_word|json_each|moderation_case USING INDEX moderation_case_(?:waiting|queue)|CONSTANT ROW|\(subquery)/

/** Steps of a query plan that scan an unbounded table. */
export async function scansOf(db: D1Database, sql: string): Promise<string[]> {
  const numbered = [...sql.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number))
  const count = numbered.length > 0 ? Math.max(...numbered) : [...sql.matchAll(/\?/g)].length
  const { results } = await db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...Array.from({ length: count }, () => null))
    .all<{ detail: string }>()
  return results
    .map(({ detail }) => detail)
    .filter((detail) => detail.startsWith('SCAN ') && !SMALL.test(detail.slice('SCAN '.length)))
    .filter((detail) => !(isQuestionInsert(sql) && QUESTION_CHILDREN.test(detail)))
}

const QUESTION_CHILDREN = /^SCAN comment\b/

/**
 * SQLite plans a foreign-key scan of comments for this insert and skips it at run time; `rows read for a new day`
 * measures that.
 */
const isQuestionInsert = (sql: string) => /^\s*INSERT INTO question\b/.test(sql)
