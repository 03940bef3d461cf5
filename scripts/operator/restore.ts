import { sqlText } from '../../harness/local/sql-text.ts'
import type { Manifest, TableCopy } from '../../src/worker/backup/manifest.ts'
import { questionRanges, repairCounts } from './counts.ts'
import { CommandError } from './database.ts'
import {
  batched,
  heldBy,
  isUniqueIndexOf,
  keysOfParents,
  linesOf,
  loadRows,
  nameOf,
  type IsWanted,
  type NewDatabase,
  type ReadObject,
} from './restore-rows.ts'

export interface RestoredTable {
  name: string
  /** Rows of the copy. */
  copied: number
  /** Names of rows that were deleted, or replaced by a newer row, while the copy was made, and of rows that refer to them. */
  leftOut: string[]
  restored: number
}

/** Values of one query. */
const PAGE_ROWS = 20_000
const TABLES = `
  SELECT count(*) AS tables FROM sqlite_master
  WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' AND substr(name, 1, 4) <> '_cf_'`

/**
 * Restores a backup into an empty database: tables, rows in the order in which they refer to each other, then indexes
 * and triggers; checks each object and compares the rows of each table.
 * @param isWanted rows that are restored; all of them without it
 * @throws CommandError when the database is not empty, an object is damaged or a number of rows differs
 */
export async function restore(
  manifest: Manifest,
  readObject: ReadObject,
  into: NewDatabase,
  isWanted: IsWanted = () => true,
): Promise<RestoredTable[]> {
  const [found] = await into.execute<{ tables: number }>(TABLES)
  if (found && found.tables > 0)
    throw new CommandError('A backup is restored into an empty database: name a new one.')
  const loader = batched(into)
  for (const sql of manifest.tablesSql) await loader.add(sql)
  const parentsFirst = manifest.tables.toReversed()
  const keys = keysOfParents(manifest.tables)
  const skippedByTable = new Map<string, string[]>()
  for (const table of parentsFirst) {
    const isUnique = manifest.tablesSql.some((sql) => isUniqueIndexOf(table, sql))
    const leftOut = await loadRows({ ...table, isUnique }, readObject, loader, keys, isWanted)
    skippedByTable.set(table.name, leftOut)
    if (!isUnique) continue
    await loader.flush()
    leftOut.push(...(await replacedRows(table, leftOut, readObject, into, keys)))
  }
  await loader.flush()
  const counts = parentsFirst.map(({ name }) => `(SELECT count(*) FROM "${name}") AS "${name}"`)
  const [rowsOf] = await into.execute<Record<string, number>>(`SELECT ${counts.join(', ')}`)
  const tables = parentsFirst.map(({ name, rows }): RestoredTable => {
    const leftOut = skippedByTable.get(name)!
    const restored = rowsOf![name]!
    if (restored !== rows - leftOut.length)
      throw new CommandError(
        `The table ${name} has ${restored} rows instead of ${rows - leftOut.length}.`,
      )
    return { name, copied: rows, leftOut, restored }
  })
  await into.load(manifest.othersSql)
  // Posts that were written while the copy was made have changed the counts of their question.
  const question = manifest.tables.find(({ name }) => name === 'question')
  if (!question) return tables
  const hasArchives = question.columns.includes('archive')
  for (const range of await questionRanges(into.execute))
    await into.execute(repairCounts(range, hasArchives))
  return tables
}

/**
 * A unique value can move from one row to another between two pieces: a post that is deleted and written again, a name that
 * is given up and taken. The row that was copied later has it; the others are not in the database, and nothing may refer to
 * them.
 * @param leftOut names of rows that were not handed over
 * @returns the names of the others
 */
async function replacedRows(
  table: TableCopy,
  leftOut: readonly string[],
  readObject: ReadObject,
  { execute }: NewDatabase,
  keys: Map<string, Set<unknown>>,
): Promise<string[]> {
  const { name, columns, key, pieces, rows } = table
  const [counted] = await execute<{ rows: number }>(`SELECT count(*) AS rows FROM "${name}"`)
  if (counted!.rows === rows - leftOut.length) return []
  const held = heldBy(table, keys)
  for (const { set } of held) set.clear()
  const present = new Set<string>()
  for await (const row of rowsOf(
    table,
    held.map(({ column }) => column),
    execute,
  )) {
    present.add(JSON.stringify(row.slice(0, key.length)))
    held.forEach(({ set }, index) => set.add(row[key.length + index]))
  }
  const notLoaded = new Set(leftOut)
  const replaced: string[] = []
  for (const piece of pieces)
    for (const line of await linesOf(piece, readObject)) {
      const row = JSON.parse(line) as unknown[]
      const ownKey = JSON.stringify(key.map((column) => row[columns.indexOf(column)]))
      const rowName = nameOf(table, row)
      if (!present.has(ownKey) && !notLoaded.has(rowName)) replaced.push(rowName)
    }
  return replaced
}

/** The rows of a table in pages by its key: the values of the key, then those of other columns. */
async function* rowsOf(
  { name, key }: TableCopy,
  others: readonly string[],
  execute: NewDatabase['execute'],
): AsyncGenerator<unknown[]> {
  const list = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ')
  let page: { row: string }[]
  let where = ''
  do {
    page = await execute(
      `SELECT json_array(${list([...key, ...others])}) AS row FROM "${name}" ${where}
       ORDER BY ${list(key)} LIMIT ${PAGE_ROWS}`,
    )
    for (const { row } of page) yield JSON.parse(row) as unknown[]
    const last = JSON.parse(page.at(-1)?.row ?? '[]') as (string | number)[]
    const values = key.map((_, index) => {
      const value = last[index]
      return typeof value === 'string' ? sqlText(value) : value
    })
    where = `WHERE (${list(key)}) > (${values.join(', ')})`
  } while (page.length === PAGE_ROWS)
}
