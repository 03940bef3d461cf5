import { piecesPrefix, type Table } from './manifest.ts'

/** Rows of one query: it holds the database for a few milliseconds, and others are served between two. */
const PAGE_ROWS = 2_000
/** Queries for one object. */
const PAGES = 5

interface CopiedPiece {
  rows: number
  bytes: number
  sha256: string
  /** The key of the last row; null when the table has ended. */
  lastKey: unknown[] | null
}

const quoted = (name: string) => `"${name}"`

/** SQL: rows of a table as JSON arrays in the order of the key, after the key in `?1`, `?2`, … where there is one. */
function pageOf({ name, columns, key }: Table, isFirst: boolean): string {
  const keys = key.map(quoted).join(', ')
  const after = key.map((_, index) => `?${index + 1}`).join(', ')
  return `SELECT json_array(${columns.map(quoted).join(', ')}) AS row FROM ${quoted(name)}
    ${isFirst ? '' : `WHERE (${keys}) > (${after})`} ORDER BY ${keys} LIMIT ${PAGE_ROWS}`
}

/**
 * Copies the next rows of a table into one compressed object, named by its content: a run that was overtaken by another
 * overwrites nothing.
 * @param after the key of the last row that was copied
 */
export async function copyPiece(
  { database, bucket }: { database: D1Database; bucket: R2Bucket },
  backupId: string,
  table: Table,
  after: unknown[] | null,
): Promise<CopiedPiece> {
  const gzip = new CompressionStream('gzip')
  const compressed = new Response(gzip.readable).arrayBuffer()
  const writer = gzip.writable.getWriter()
  let lastKey = after
  let rows = 0
  let isEnd = false
  for (let page = 0; page < PAGES && !isEnd; page += 1) {
    const { results } = await database
      .prepare(pageOf(table, lastKey === null))
      .bind(...(lastKey ?? []))
      .all<{ row: string }>()
    if (results.length > 0) {
      await writer.write(new TextEncoder().encode(results.map(({ row }) => `${row}\n`).join('')))
      const last = JSON.parse(results.at(-1)!.row) as unknown[]
      lastKey = table.key.map((column) => last[table.columns.indexOf(column)])
    }
    rows += results.length
    isEnd = results.length < PAGE_ROWS
  }
  await writer.close()
  const object = await compressed
  const nextKey = isEnd ? null : lastKey
  if (rows === 0) return { rows, bytes: 0, sha256: '', lastKey: nextKey }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', object))
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  await bucket.put(pieceKey(backupId, table.name, sha256), object, { sha256 })
  return { rows, bytes: object.byteLength, sha256, lastKey: nextKey }
}

export const pieceKey = (backupId: string, table: string, sha256: string) =>
  `${piecesPrefix(backupId)}${table}-${sha256.slice(0, 32)}.jsonl.gz`
