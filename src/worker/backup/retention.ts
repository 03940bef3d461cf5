import { DAY_MS } from '../../domain/durations.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import {
  INDEX_KEY,
  manifestKey,
  MANIFESTS,
  OF_ARCHIVE,
  PIECES,
  piecesPrefix,
  type BackupSummary,
} from './manifest.ts'

/** Complete backups, newest first. The bucket holds at most as many as its retention has days, and a few by hand. */
async function completeBackups(bucket: R2Bucket): Promise<BackupSummary[]> {
  const { objects } = await bucket.list({ prefix: MANIFESTS, include: ['customMetadata'] })
  return objects
    .map(({ key, customMetadata }) => ({
      id: key.slice(MANIFESTS.length, -'.json'.length),
      finishedAt: Number(customMetadata?.['finishedAt']),
      rows: Number(customMetadata?.['rows']),
      bytes: Number(customMetadata?.['bytes']),
    }))
    .sort((one, other) => other.finishedAt - one.finishedAt)
}

/** The list that `npm run operator -- backup list` reads: Wrangler cannot list a bucket. */
export async function writeIndex(env: Env): Promise<void> {
  const bucket = env.BACKUPS!
  await bucket.put(INDEX_KEY, JSON.stringify(await completeBackups(bucket)))
}

/** The database of a backup: the end of its name. */
const sourceOf = (id: string) => id.split(OF_ARCHIVE)[1] ?? ''

/** The copies of the main database and of an archive may be made at the same time. */
const UNFINISHED = 'SELECT id FROM backup WHERE finished_at IS NULL'

/**
 * Deletes backups older than `BACKUP_DAYS`, but never the newest of a database, and the pieces of those that were given
 * up. A backup without its manifest is none, so the manifest goes first.
 */
export async function dropOldBackups(env: Env): Promise<void> {
  const bucket = env.BACKUPS!
  const oldest = now(env) - config(env).backupDays * DAY_MS
  const complete = await completeBackups(bucket)
  const isNewest = ({ id }: BackupSummary) =>
    complete.find((one) => sourceOf(one.id) === sourceOf(id))?.id === id
  const old = complete.filter((one) => one.finishedAt < oldest && !isNewest(one))
  for (const { id } of old) await bucket.delete(manifestKey(id))
  const unfinished = await env.DB.prepare(UNFINISHED).all<{ id: string }>()
  const kept = new Set(
    [...complete.filter((one) => !old.includes(one)), ...unfinished.results].map(({ id }) => id),
  )
  for (const id of await idsWithPieces(bucket)) {
    if (kept.has(id)) continue
    await deleteAll(bucket, piecesPrefix(id))
  }
  await env.DB.prepare('DELETE FROM backup WHERE finished_at < ?1').bind(oldest).run()
}

async function idsWithPieces(bucket: R2Bucket): Promise<string[]> {
  const { delimitedPrefixes } = await bucket.list({ prefix: PIECES, delimiter: '/' })
  return delimitedPrefixes.map((prefix) => prefix.split('/')[1]!)
}

async function deleteAll(bucket: R2Bucket, prefix: string): Promise<void> {
  for (;;) {
    const { objects, truncated } = await bucket.list({ prefix })
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key))
    if (!truncated) return
  }
}
