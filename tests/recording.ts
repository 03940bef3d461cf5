export interface Recording {
  /** Does what the database does and remembers it. */
  db: D1Database
  /** Every statement that was prepared, each once. */
  statements: Set<string>
  /** Rows that batches have read so far. */
  rowsRead(): number
}

/** A database that remembers what it is asked. */
export function recording(db: D1Database): Recording {
  const statements = new Set<string>()
  let rows = 0
  const remembering = new Proxy(db, {
    get(target, key) {
      if (key === 'prepare') {
        return (sql: string) => {
          statements.add(sql)
          return target.prepare(sql)
        }
      }
      if (key === 'batch') {
        return async (batch: D1PreparedStatement[]) => {
          const results = await target.batch(batch)
          for (const { meta } of results) rows += meta.rows_read
          return results
        }
      }
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { db: remembering, statements, rowsRead: () => rows }
}

/** Tables that stay as small as the built-in pack, and what SQLite calls its own intermediate rows. */
const SMALL =
  /^(?:questionnaire|category|topic|pack_question|active|next|place|json_each|CONSTANT ROW|\(subquery)/

/** The steps of a statement's plan that read a whole table that grows. */
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
    .filter((detail) => !(isQuestionInsert(sql) && detail.startsWith('SCAN comment ')))
}

/**
 * SQLite plans to look for comments that wait for their question to be inserted, and skips that at run time unless
 * some do. `rows read for a new day` measures that it does skip it.
 */
const isQuestionInsert = (sql: string) => /^\s*INSERT INTO question\b/.test(sql)
