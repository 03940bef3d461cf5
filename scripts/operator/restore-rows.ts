import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { sqlText } from '../../harness/local/sql-text.ts'
import type { TableCopy } from '../../src/worker/backup/manifest.ts'
import { CommandError, type Execute } from './database.ts'

/** Reads an object of the bucket with the backups; `undefined` when there is none. */
export type ReadObject = (key: string) => Promise<Uint8Array | undefined>

/** A database that is restored into. */
export interface NewDatabase {
  execute: Execute
  /** Runs many statements, each below D1's limit for one, in order. */
  load(statements: string[]): Promise<void>
}

/** D1 accepts statements of up to 100,000 bytes. */
const MAX_STATEMENT_BYTES = 90_000
/** Total size of the statements of one batch. */
const BATCH_BYTES = 16_000_000

interface Loader {
  add(sql: string): Promise<void>
  flush(): Promise<void>
}

/** Runs statements in large batches, since each batch is a call of Wrangler. */
export function batched(into: NewDatabase): Loader {
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
export function keysOfParents(tables: readonly TableCopy[]): Map<string, Set<unknown>> {
  const names = tables.flatMap(({ references }) =>
    references.map(({ table, to }) => `${table}.${to}`),
  )
  return new Map(names.map((name) => [name, new Set()]))
}

export const isUniqueIndexOf = ({ name }: TableCopy, sql: string) =>
  new RegExp(`^CREATE UNIQUE INDEX \\S+\\s+ON "?${name}\\b`, 'i').test(sql)

/** The columns of a table that others refer to, with their restored values. */
export const heldBy = ({ name, columns }: TableCopy, keys: Map<string, Set<unknown>>) =>
  columns.flatMap((column, index) => {
    const set = keys.get(`${name}.${column}`)
    return set ? [{ column, index, set }] : []
  })

/** A row as the operator's messages name it: its id, or else its key. Nothing that a person wrote. */
export function nameOf({ columns, key }: TableCopy, row: readonly unknown[]): string {
  const named = columns.includes('id') ? ['id'] : key
  return named.map((column) => String(row[columns.indexOf(column)])).join(' ')
}

/** Whether a row of a table, by the names of its columns, is restored. */
export type IsWanted = (table: string, row: (column: string) => unknown) => boolean

/**
 * Rows that were copied later first.
 * @returns the names of those that refer to a row that is not there, or are not wanted
 */
export async function loadRows(
  table: TableCopy & { isUnique: boolean },
  readObject: ReadObject,
  loader: Loader,
  keys: Map<string, Set<unknown>>,
  isWanted: IsWanted,
): Promise<string[]> {
  const leftOut: string[] = []
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
      const value = (column: string) => row[table.columns.indexOf(column)]
      if (missing.some(({ isSetNull }) => !isSetNull) || !isWanted(table.name, value)) {
        leftOut.push(nameOf(table, row))
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

/** @throws CommandError when the object is missing or damaged */
export async function linesOf(
  { key, sha256 }: TableCopy['pieces'][number],
  readObject: ReadObject,
): Promise<string[]> {
  const object = await readObject(key)
  if (!object) throw new CommandError(`The backup is not complete: ${key} is missing.`)
  if (createHash('sha256').update(object).digest('hex') !== sha256)
    throw new CommandError(`The backup is damaged: ${key} does not have its checksum.`)
  return gunzipSync(object).toString('utf8').split('\n').filter(Boolean)
}
