import { existsSync, globSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { MINUTE_MS } from '../src/domain/durations.ts'
import { databaseWorker, directDatabase } from '../harness/local/direct-database.ts'
import { migrate } from '../harness/local/migrate.ts'
import { inProject } from '../harness/local/run.ts'
import { recording, type Recording } from '../harness/recorded-database.ts'
import {
  archiveOf,
  BEGIN_TRANSFER,
  END_TRANSFER,
  insertArchived,
  movedRows,
  rowsJson,
} from '../src/worker/archive/archives.ts'
import { archiveDays } from '../src/worker/archive/move.ts'
import { daysOf, fill, moveFiles, questionOf } from './archive-data.ts'
import { deletions, reads, seconds } from './archive-reads.ts'

/**
 * Measures the archive with generated comments: `npx node bench/archive.ts [comments] [minutes] [step …]`, by default every
 * step. Steps that are named leave their databases, files of `.wrangler/bench-archive`, for the next ones.
 *
 * - `fill`: all comments into the main database
 * - `before`: reads and deletions of days that have not moved
 * - `move`: the move for the given number of minutes, after a floor of bare statements
 * - `rest`: moves all but the last days outside of D1
 * - `after`: reads and deletions of days that have moved
 */
const STEPS = ['fill', 'before', 'move', 'rest', 'move', 'after']
const [comments = 20_000_000, minutes = 2] = process.argv.slice(2, 4).map(Number)
const steps = process.argv.length > 4 ? process.argv.slice(4) : STEPS
const days = daysOf(comments)
/** Days that `rest` leaves: more than `move` takes, so that the newest stays. */
const LAST = Math.min(days - 1, Math.ceil(4 * minutes) + 3)
const folder = inProject('.wrangler/bench-archive')
const names = ['DB', 'ARCHIVE_1', 'ARCHIVE_2']
/** Posts of one floor's batch, as the move has them: 500 people's. */
const BATCH = 850

interface Running {
  env: Env
  records: [Recording, Recording, Recording]
}

const started = () =>
  new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      resourcePersistencePath: folder,
      workers: [databaseWorker(Object.fromEntries(names.map((name) => [name, name])))],
    }),
  )

async function withDatabases(work: (running: Running) => Promise<void>): Promise<void> {
  const miniflare = started()
  try {
    const records = names.map((name) => recording(directDatabase(miniflare, name)))
    const bindings = Object.fromEntries(names.map((name, index) => [name, records[index]!.db]))
    const env = { SECRET: 'x'.repeat(43), DEVELOPMENT: 'on', ...bindings } as unknown as Env
    await work({ env, records: records as Running['records'] })
  } finally {
    await miniflare.dispose()
  }
}

/** The file of the main database and that of the first archive. */
async function files(): Promise<{ main: string; archive: string }> {
  const all = globSync(`${folder}/d1/**/*.sqlite`).filter((file) => !file.includes('metadata'))
  const withTable = (name: string) =>
    all.filter((file) => {
      const db = new DatabaseSync(file)
      const found = db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(name)
      db.close()
      return found
    })
  const [main] = withTable('question')
  // The first archive is the one that a row was marked in.
  await withDatabases(async ({ env }) => {
    await env.ARCHIVE_1!.prepare('UPDATE archive_fence SET token = max(token, 1)').run()
  })
  const archive = withTable('archive_fence').find((file) => {
    const db = new DatabaseSync(file)
    const { token } = db.prepare('SELECT token FROM archive_fence').get() as { token: number }
    db.close()
    return token > 0
  })
  return { main: main!, archive: archive! }
}

const gigabytes = (file: string) =>
  (
    [file, `${file}-wal`].reduce(
      (sum, one) => sum + (existsSync(one) ? statSync(one).size : 0),
      0,
    ) / 1e9
  ).toFixed(2)

const NEXT = `SELECT ${rowsJson('comment.seq')}, max(seq) AS last FROM (
  SELECT * FROM comment WHERE question_id = ?1 AND seq > ?2 AND deleted_at IS NULL
    AND hidden_at IS NULL ORDER BY seq LIMIT ${BATCH}) AS comment`

/** Read, insert and delete, without anything that keeps a move safe. */
async function bareMove({ env }: Running, day: number): Promise<number> {
  let last = 0
  const batches = 20
  const took = await seconds(async () => {
    for (let n = 0; n < batches; n++) {
      const next = await env.DB.prepare(NEXT)
        .bind(questionOf(day), last)
        .first<{ rows: string; last: number }>()
      last = next!.last
      await archiveOf(env, 2)
        .prepare(insertArchived(`${movedRows('?1')} WHERE true`))
        .bind(next!.rows)
        .run()
      await env.DB.batch([
        env.DB.prepare(BEGIN_TRANSFER),
        env.DB.prepare(
          'DELETE FROM comment WHERE seq IN (SELECT value ->> 0 FROM json_each(?1))',
        ).bind(next!.rows),
        env.DB.prepare(END_TRANSFER),
      ])
    }
  })
  return (batches * BATCH) / took
}

async function move(running: Running): Promise<void> {
  const { env, records } = running
  const countOf = async (number: number) =>
    (await archiveOf(env, number).prepare('SELECT count(*) AS n FROM comment').first<number>('n'))!
  const moved = async () => (await countOf(1)) + (await countOf(2))
  const floor = await bareMove(running, days - 2)
  const before = await moved()
  const until = performance.now() + minutes * MINUTE_MS
  let took = 0
  let written = 0
  const [main, archive] = records
  const runs = async () => {
    while (performance.now() < until)
      await archiveDays(env).catch((error: Error) => console.log(error.message))
  }
  const mainCost = await main.costOf(async () => {
    const archiveCost = await archive.costOf(async () => (took = await seconds(runs)))
    written = archiveCost.rowsWritten
  })
  const count = (await moved()) - before
  const rate = count / took
  console.log(
    `moved ${count} behind ${before} in ${took.toFixed(0)} s: ${rate.toFixed(0)} a second; floor ${floor.toFixed(0)}, × ${(rate / floor).toFixed(2)}`,
  )
  const each = (rows: number) => (rows / count).toFixed(1)
  console.log(
    `rows written for each: ${each(mainCost.rowsWritten)} main, ${each(written)} archive; read ${each(mainCost.rowsRead)} main`,
  )
}

for (const step of steps) {
  if (step === 'fill') {
    await withDatabases(async ({ env }) => {
      for (const name of names)
        await migrate(env[name as 'DB'], name === 'DB' ? 'migrations' : 'migrations/archive')
    })
    const { main } = await files()
    const took = await seconds(() => fill(main, days))
    console.log(`filled with ${comments} comments or a few more in ${took.toFixed(0)} s`)
  }
  if (step === 'rest') {
    const { main, archive } = await files()
    const took = await seconds(() => moveFiles(main, archive, days - LAST))
    console.log(`moved all but ${LAST} of ${days} days outside of D1 in ${took.toFixed(0)} s`)
  }
  await withDatabases(async (running) => {
    const { env } = running
    if (step === 'before') {
      await reads(env, Math.floor(days / 2))
      await deletions(env, Math.floor(days / 2), 1000)
    }
    if (step === 'move') await move(running)
    if (step === 'after') {
      await reads(env, days - 1)
      await reads(env, Math.floor(days / 2), env.ARCHIVE_1)
      await deletions(env, days - 1, 1000)
      await deletions(env, Math.floor(days / 2), 2000, env.ARCHIVE_1)
    }
  })
  const { main, archive } = await files()
  console.log(`after ${step}: main ${gigabytes(main)} GB, archive ${gigabytes(archive)} GB`)
}
if (steps === STEPS) await rm(folder, { recursive: true, force: true })
