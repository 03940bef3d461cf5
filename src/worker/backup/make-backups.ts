import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { tokyoDay, tokyoDayStart } from '../../domain/question-day.ts'
import { archiveOf, archivesOf } from '../archive/archives.ts'
import { now } from '../config/clock.ts'
import { log } from '../logging/log.ts'
import { copyPiece, pieceKey } from './copy-piece.ts'
import { backupId, manifestKey, OF_ARCHIVE, type Manifest, type TableCopy } from './manifest.ts'
import { dropOldBackups, writeIndex } from './retention.ts'
import { readSchema, type Schema } from './tables.ts'

/** Tokyo's quietest hour. */
const NIGHT_MS = 3 * HOUR_MS
/** Time that one run of the cron gives to the copying; the next run continues. */
const BUDGET_MS = 15_000
/** Longer than a run takes. */
const LEASE_MS = 5 * MINUTE_MS
/** A backup that is not complete by then is given up: an archive's soon, since nothing moves meanwhile. */
const GIVE_UP_MS = { main: 20 * HOUR_MS, archive: 6 * HOUR_MS }

/** ?1: the id; ?2: now; ?3: this night. A site begins its first backup in the night after its first day. */
const BEGIN = `
  INSERT INTO backup (id, started_at) SELECT ?1, ?2
  WHERE NOT EXISTS (SELECT 1 FROM backup WHERE archive IS NULL AND (started_at >= ?3 OR finished_at IS NULL))
    AND (SELECT min(preview_at) FROM question) < ?3 - ${DAY_MS / 2}
  ON CONFLICT DO NOTHING`

/**
 * An archive's comes after the main database's, one in each night: that of the archive that was tried the longest ago. ?4:
 * the numbers of the archives.
 */
const BEGIN_ARCHIVE = `
  INSERT INTO backup (id, started_at, archive)
  SELECT ?1 || '${OF_ARCHIVE}' || value, ?2, value FROM json_each(?4)
  WHERE EXISTS (SELECT 1 FROM backup WHERE archive IS NULL AND finished_at >= ?3)
    AND NOT EXISTS (SELECT 1 FROM backup
      WHERE (archive IS NOT NULL AND started_at >= ?3) OR finished_at IS NULL)
  ORDER BY (SELECT coalesce(max(started_at), 0) FROM backup WHERE archive = value), value LIMIT 1
  ON CONFLICT DO NOTHING`

const GIVE_UP =
  'DELETE FROM backup WHERE finished_at IS NULL AND archive IS NULL AND started_at < ?1'
/** The row stays as a try, so that an archive that does not respond has its turn like the others. ?2: now. */
const GIVE_UP_ARCHIVE = `
  UPDATE backup SET finished_at = ?2
  WHERE finished_at IS NULL AND archive IS NOT NULL AND started_at < ?1 RETURNING archive`

/** Compare-and-set: one of two concurrent runs gets the lease. The main database comes first. */
const CLAIM = `
  UPDATE backup SET leased_until = ?2
  WHERE id = (SELECT id FROM backup WHERE finished_at IS NULL
    ORDER BY archive IS NOT NULL, started_at LIMIT 1) AND leased_until <= ?1
  RETURNING id, started_at AS startedAt, schema, archive`

const RELEASE = 'UPDATE backup SET leased_until = 0 WHERE id = ?1'
const SET_SCHEMA = 'UPDATE backup SET schema = ?2 WHERE id = ?1'
const START_AGAIN = 'DELETE FROM backup_piece WHERE backup_id = ?1'

const PIECES = `
  SELECT table_name AS "table", last_key AS lastKey, rows, bytes, sha256 FROM backup_piece
  WHERE backup_id = ?1 ORDER BY seq`

const ADD_PIECE = `
  INSERT INTO backup_piece (backup_id, seq, table_name, last_key, rows, bytes, sha256)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`

const FINISH = 'UPDATE backup SET finished_at = ?2 WHERE id = ?1'

interface OpenBackup {
  id: string
  startedAt: number
  schema: string
  archive: number | null
}

interface StoredPiece {
  table: string
  lastKey: string | null
  rows: number
  bytes: number
  sha256: string
}

/**
 * Every night a copy of the database, and then of one archive, to R2: a bounded part of it in each run
 * (`docs/decisions/0018-keeping.md`). Without a bucket nothing is copied, and an alarm says so.
 */
export async function makeBackups(env: Env): Promise<void> {
  if (!env.BACKUPS) return
  const nowMs = now(env)
  const night = nightBefore(nowMs)
  const archives = JSON.stringify([...archivesOf(env).keys()])
  const [, givenUp] = await env.DB.batch<{ archive: number }>([
    env.DB.prepare(GIVE_UP).bind(nowMs - GIVE_UP_MS.main),
    env.DB.prepare(GIVE_UP_ARCHIVE).bind(nowMs - GIVE_UP_MS.archive, nowMs),
    env.DB.prepare(BEGIN).bind(backupId(nowMs), nowMs, night),
    env.DB.prepare(BEGIN_ARCHIVE).bind(backupId(nowMs), nowMs, night, archives),
  ])
  for (const { archive } of givenUp!.results) log(env, 'error', 'archive-not-copied', { archive })
  const open = await env.DB.prepare(CLAIM)
    .bind(nowMs, nowMs + LEASE_MS)
    .first<OpenBackup>()
  if (!open) return
  try {
    await copyTables(env, open)
  } finally {
    await env.DB.prepare(RELEASE).bind(open.id).run()
  }
}

/** The last beginning of a night, epoch milliseconds. */
function nightBefore(nowMs: number): number {
  const night = tokyoDayStart(tokyoDay(nowMs)) + NIGHT_MS
  return night <= nowMs ? night : night - DAY_MS
}

async function copyTables(env: Env, open: OpenBackup): Promise<void> {
  const database = open.archive === null ? env.DB : archiveOf(env, open.archive)
  const schema = await readSchema(database)
  if (open.schema !== schema.name)
    await env.DB.batch([
      env.DB.prepare(START_AGAIN).bind(open.id),
      env.DB.prepare(SET_SCHEMA).bind(open.id, schema.name),
    ])
  const { results } = await env.DB.prepare(PIECES).bind(open.id).all<StoredPiece>()
  const pieces = [...results]
  const startedAt = Date.now()
  for (const table of schema.tables) {
    let last = pieces.findLast((piece) => piece.table === table.name)
    while (!last || last.lastKey !== null) {
      if (Date.now() - startedAt > BUDGET_MS) return
      const after = last?.lastKey ? (JSON.parse(last.lastKey) as unknown[]) : null
      const copied = await copyPiece({ database, bucket: env.BACKUPS! }, open.id, table, after)
      const lastKey = copied.lastKey && JSON.stringify(copied.lastKey)
      last = { ...copied, lastKey, table: table.name }
      const { rows, bytes, sha256 } = copied
      await env.DB.prepare(ADD_PIECE)
        .bind(open.id, pieces.length, table.name, lastKey, rows, bytes, sha256)
        .run()
      pieces.push(last)
    }
  }
  await finish(env, open, schema, pieces)
}

async function finish(
  env: Env,
  open: OpenBackup,
  schema: Schema,
  pieces: readonly StoredPiece[],
): Promise<void> {
  const finishedAt = now(env)
  const sum = (of: 'rows' | 'bytes', from = pieces) =>
    from.reduce((total, piece) => total + piece[of], 0)
  const tables = schema.tables.map((table): TableCopy => {
    const own = pieces.filter((piece) => piece.table === table.name)
    const kept = own.filter(({ rows }) => rows > 0)
    return {
      ...table,
      rows: sum('rows', own),
      pieces: kept.map(({ rows, bytes, sha256 }) => ({
        key: pieceKey(open.id, table.name, sha256),
        rows,
        bytes,
        sha256,
      })),
    }
  })
  const { tablesSql, othersSql, name } = schema
  const { id, startedAt, archive } = open
  const manifest: Manifest = {
    id,
    ...(archive !== null && { archive }),
    startedAt,
    finishedAt,
    schema: name,
    tablesSql,
    othersSql,
    tables,
  }
  const [rows, bytes] = [sum('rows'), sum('bytes')]
  await env.BACKUPS!.put(manifestKey(id), JSON.stringify(manifest), {
    customMetadata: { finishedAt: `${finishedAt}`, rows: `${rows}`, bytes: `${bytes}` },
  })
  await env.DB.batch([
    env.DB.prepare(FINISH).bind(id, finishedAt),
    env.DB.prepare(START_AGAIN).bind(id),
  ])
  log(env, 'info', 'backup', { id, rows, bytes, ms: finishedAt - startedAt })
  await dropOldBackups(env)
  await writeIndex(env)
}
