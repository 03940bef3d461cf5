import { TOKYO_OFFSET_MS } from '../src/domain/tokyo-time.ts'
import { readSchema } from '../src/worker/backup/tables.ts'
import type { Table } from '../src/worker/backup/manifest.ts'

/** Values that no column's own check names. `n` is the number of the row. */
const special: Record<string, string> = {
  'question.day': "date('2015-01-01', n || ' days')",
  'question.preview_at': `unixepoch(date('2015-01-01', n || ' days')) * 1000 - ${TOKYO_OFFSET_MS}`,
  'question.pack_question_id': 'NULL',
}

/**
 * Fills every table that a backup holds with rows that satisfy its checks and references.
 * @returns the tables, children first
 */
export async function fillEveryTable(db: D1Database, rows: number): Promise<Table[]> {
  const { tables, tablesSql } = await readSchema(db)
  for (const table of tables.toReversed()) {
    if (table.name === 'd1_migrations') continue
    const sql = tablesSql.find((one) => new RegExp(`^CREATE TABLE "?${table.name}\\b`).test(one))!
    const types = await db
      .prepare(`SELECT name, type FROM pragma_table_info('${table.name}')`)
      .all<{ name: string; type: string }>()
    const values = types.results.map(({ name, type }) => valueOf(table, sql, name, type))
    await db
      .prepare(
        `WITH RECURSIVE row (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE n < ?1)
         INSERT OR IGNORE INTO "${table.name}" (${types.results.map(({ name }) => `"${name}"`).join(', ')})
         SELECT ${values.join(', ')} FROM row`,
      )
      .bind(rows)
      .run()
  }
  return tables
}

function valueOf({ name: table, references }: Table, sql: string, name: string, type: string) {
  const known = special[`${table}.${name}`]
  if (known) return known
  const reference = references.find(({ column }) => column === name)
  if (reference) return `'${reference.table}-' || n`
  const [, listed] = new RegExp(`\\b${name} IN \\(([^)]*)\\)`).exec(sql) ?? []
  if (listed) {
    const values = listed.split(',')
    return `CASE n % ${values.length} ${values.map((value, index) => `WHEN ${index} THEN ${value}`).join(' ')} END`
  }
  const [, from] = new RegExp(`\\b${name} BETWEEN (\\d+) AND \\d+`).exec(sql) ?? []
  if (from) return from
  if (name === 'id' || name.endsWith('_key')) return type === 'INTEGER' ? 'n' : `'${table}-' || n`
  if (type === 'INTEGER') return 'n'
  if (type === 'REAL') return 'n / 4.0'
  return `'${name} ' || n || ' お題 ''"\\'`
}
