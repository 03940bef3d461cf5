import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { sqlText } from '../../harness/local/sql-text.ts'
import type { Manifest, TableCopy } from '../../src/worker/backup/manifest.ts'
import { OperatorError, type Execute } from './database.ts'
import { REPAIR_COUNTS } from './counts.ts'

/** Reads an object of the bucket with the backups; `undefined` when there is none. */
export type ReadObject = (key: string) => Promise<Uint8Array | undefined>

/** A database that is restored into. */
export interface NewDatabase {
  execute: Execute
  /** Runs many statements, each below D1's limit for one, in order. */
  load(statements: string[]): Promise<void>
}

export interface RestoredTable {
  name: string
  /** Rows of the copy. */
  copied: number
  /** Rows of the copy that were deleted, or replaced by a newer row, while it was made, and rows that refer to them. */
  leftOut: number
  restored: number
}

/** D1 takes statements of 100,000 bytes. */
const MAX_STATEMENT_BYTES = 90_000
/** Values of one query. */
const PAGE_ROWS = 20_000
/** Statements are handed over when they have this size together. */
const BATCH_BYTES = 16_000_000

const TABLES = `
  SELECT count(*) AS tables FROM sqlite_master
  WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' AND substr(name, 1, 4) <> '_cf_'`

/**
 * Restores a backup into an empty database: tables, rows in the order in which they refer to each other, then indexes
 * and triggers; checks each object and compares the rows of each table.
 * @throws OperatorError when the database is not empty, an object is damaged or a number of rows differs
 */
export async function restore(
  manifest: Manifest,
  readObject: ReadObject,
  into: NewDatabase,
): Promise<RestoredTable[]> {
  const [found] = await into.execute<{ tables: number }>(TABLES)
  if (found && found.tables > 0)
    throw new OperatorError('A backup is restored into an empty database: name a new one.')
  const loader = batched(into)
  for (const sql of manifest.tablesSql) await loader.add(sql)
  const parentsFirst = manifest.tables.toReversed()
  const keys = keysOfParents(manifest.tables)
  const leftOuts = new Map<string, number>()
  for (const table of parentsFirst) {
    const isUnique = manifest.tablesSql.some((sql) => isUniqueIndexOf(table, sql))
    const leftOut = await loadRows({ ...table, isUnique }, readObject, loader, keys)
    leftOuts.set(table.name, leftOut)
    if (!isUnique) continue
    await loader.flush()
    leftOuts.set(
      table.name,
      leftOut + (await countReplaced(table, table.rows - leftOut, into, keys)),
    )
  }
  await loader.flush()
  const counts = parentsFirst.map(({ name }) => `(SELECT count(*) FROM "${name}") AS "${name}"`)
  const [rowsOf] = await into.execute<Record<string, number>>(`SELECT ${counts.join(', ')}`)
  const tables = parentsFirst.map(({ name, rows }): RestoredTable => {
    const leftOut = leftOuts.get(name)!
    const restored = rowsOf![name]!
    if (restored !== rows - leftOut)
      throw new OperatorError(
        `The table ${name} has ${restored} rows instead of ${rows - leftOut}.`,
      )
    return { name, copied: rows, leftOut, restored }
  })
  await into.load(manifest.othersSql)
  // Posts that were written while the copy was made have changed the counts of their question.
  await into.execute(REPAIR_COUNTS)
  return tables
}

interface Loader {
  add(sql: string): Promise<void>
  flush(): Promise<void>
}

/** Hands statements over in few batches: each is a call of Wrangler. */
function batched(into: NewDatabase): Loader {
  let batch: string[] = []
  let bytes = 0
  const flush = async () => {
    const full = batch
    batch = []
    bytes = 0
    if (full.length > 0) await into.load(full)
  }
  return {
    flush,
    async add(sql) {
      batch.push(sql)
      bytes += sql.length
      if (bytes > BATCH_BYTES) await flush()
    },
  }
}

/** For each column that others refer to, the values that were restored: `user.id`. */
function keysOfParents(tables: readonly TableCopy[]): Map<string, Set<unknown>> {
  const names = tables.flatMap(({ references }) =>
    references.map(({ table, to }) => `${table}.${to}`),
  )
  return new Map(names.map((name) => [name, new Set()]))
}

const isUniqueIndexOf = ({ name }: TableCopy, sql: string) =>
  new RegExp(`^CREATE UNIQUE INDEX \\S+\\s+ON "?${name}\\b`, 'i').test(sql)

/** The columns of a table that others refer to, with their restored values. */
const heldBy = ({ name, columns }: TableCopy, keys: Map<string, Set<unknown>>) =>
  columns.flatMap((column, index) => {
    const set = keys.get(`${name}.${column}`)
    return set ? [{ column, index, set }] : []
  })

/**
 * A unique value can move from one row to another between two pieces: a post that is deleted and written again, a name that
 * is given up and taken. The row that was copied later has it; the others are not in the database, and nothing may refer to
 * them.
 * @param loaded rows that were handed over
 * @returns the number of the others
 */
async function countReplaced(
  table: TableCopy,
  loaded: number,
  { execute }: NewDatabase,
  keys: Map<string, Set<unknown>>,
): Promise<number> {
  const [found] = await execute<{ rows: number }>(`SELECT count(*) AS rows FROM "${table.name}"`)
  const replaced = loaded - found!.rows
  if (replaced === 0) return 0
  for (const { column, set } of heldBy(table, keys)) {
    set.clear()
    let page: { value: string | number }[]
    let where = ''
    do {
      page = await execute(
        `SELECT "${column}" AS value FROM "${table.name}" ${where} ORDER BY 1 LIMIT ${PAGE_ROWS}`,
      )
      for (const { value } of page) set.add(value)
      const last = page.at(-1)?.value
      where = `WHERE "${column}" > ${typeof last === 'string' ? sqlText(last) : last}`
    } while (page.length === PAGE_ROWS)
  }
  return replaced
}

/** Rows that were copied later first. @returns the number of rows that were left out */
async function loadRows(
  table: TableCopy & { isUnique: boolean },
  readObject: ReadObject,
  loader: Loader,
  keys: Map<string, Set<unknown>>,
): Promise<number> {
  let leftOut = 0
  let rows: string[] = []
  let bytes = 0
  const endStatement = async () => {
    if (rows.length > 0) await loader.add(insert(table, rows))
    rows = []
    bytes = 0
  }
  const hold = heldBy(table, keys)
  const references = table.references.map((reference) => ({
    ...reference,
    index: table.columns.indexOf(reference.column),
    values: keys.get(`${reference.table}.${reference.to}`)!,
  }))
  for (const piece of table.pieces.toReversed()) {
    for (const line of (await linesOf(piece, readObject)).toReversed()) {
      const row = JSON.parse(line) as unknown[]
      const missing = references.filter(
        ({ index, values }) => row[index] !== null && !values.has(row[index]),
      )
      if (missing.some(({ isSetNull }) => !isSetNull)) {
        leftOut += 1
        continue
      }
      for (const { index } of missing) row[index] = null
      for (const { set, index } of hold) set.add(row[index])
      const text = missing.length > 0 ? JSON.stringify(row) : line
      const size = Buffer.byteLength(sqlText(text))
      if (bytes + size > MAX_STATEMENT_BYTES) await endStatement()
      rows.push(text)
      bytes += size
    }
  }
  await endStatement()
  return leftOut
}

function insert(
  { name, columns, isUnique }: TableCopy & { isUnique: boolean },
  rows: string[],
): string {
  const values = columns.map((_, index) => `value ->> ${index}`).join(', ')
  return `INSERT INTO "${name}" (${columns.map((column) => `"${column}"`).join(', ')})
    SELECT ${values} FROM json_each(${sqlText(`[${rows.join(',')}]`)})
    ${isUnique ? 'WHERE true ON CONFLICT DO NOTHING' : ''}`
}

async function linesOf(
  { key, sha256 }: TableCopy['pieces'][number],
  readObject: ReadObject,
): Promise<string[]> {
  const object = await readObject(key)
  if (!object) throw new OperatorError(`The backup is not complete: ${key} is missing.`)
  if (createHash('sha256').update(object).digest('hex') !== sha256)
    throw new OperatorError(`The backup is damaged: ${key} does not have its checksum.`)
  return gunzipSync(object).toString('utf8').split('\n').filter(Boolean)
}
