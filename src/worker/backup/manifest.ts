/** A backup's manifest: `manifest/<id>.json` in the bucket, written last. Without it there is no backup. */
export interface Manifest {
  id: string
  /** The number of the archive that was copied; of the main database without it. */
  archive?: number
  /** Epoch milliseconds. */
  startedAt: number
  finishedAt: number
  /** The last migration of the copied database. */
  schema: string
  /**
   * Statements in the order in which they are run: tables and unique indexes before the rows, the others after them.
   */
  tablesSql: string[]
  othersSql: string[]
  /** Children before the tables that they refer to, as they were copied; restored in the other direction. */
  tables: TableCopy[]
}

export interface TableCopy extends Table {
  rows: number
  pieces: Piece[]
}

export interface Table {
  name: string
  /** Columns of a row in a piece, in this order. */
  columns: string[]
  /** Columns of the primary key. */
  key: string[]
  references: { column: string; table: string; to: string; isSetNull: boolean }[]
}

/** One object: gzip of lines, each a JSON array with the values of a row. */
interface Piece {
  key: string
  rows: number
  /** Compressed. */
  bytes: number
  /** SHA-256 of the compressed object, hexadecimal. */
  sha256: string
}

/** An entry of `index.json`, the list of complete backups, newest first. */
export interface BackupSummary {
  id: string
  finishedAt: number
  rows: number
  bytes: number
}

/** The name of a backup: when it began, `2026-11-22-180500` in UTC. */
export const backupId = (nowMs: number) =>
  new Date(nowMs).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')

/** Suffix of the name of an archive's backup, before its number. */
export const OF_ARCHIVE = '-archive-'

export const INDEX_KEY = 'index.json'
export const MANIFESTS = 'manifest/'
export const PIECES = 'pieces/'

export const manifestKey = (id: string) => `${MANIFESTS}${id}.json`
/** Key prefix of the pieces of a backup. */
export const piecesPrefix = (id: string) => `${PIECES}${id}/`

/**
 * Rows that end within a day, belong to the copying itself, or would do harm if they were valid again: a session may
 * have been ended since because it was stolen, and a reminder by the person.
 */
export const LEFT_OUT = [
  'alarm',
  'archive_transfer',
  'attempt_counter',
  'backup',
  'backup_piece',
  'email_change',
  'issued_passcode',
  'mail',
  'passcode',
  'push_subscription',
  'reminder',
  'session',
  'unconfirmed_report',
  'update_token',
  'used_id_token',
]
