import { existsSync, globSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { databaseWorker, directDatabase } from '../harness/local/direct-database.ts'
import { migrate } from '../harness/local/migrate.ts'
import { inProject } from '../harness/local/run.ts'
import { recording, type Recording } from '../harness/recording.ts'
import { archiveDays } from '../src/worker/archive/move.ts'
import { recall } from '../src/worker/archive/recall.ts'
import { ownComments } from '../src/worker/services/comment/history-queries.ts'
import { questionPage } from '../src/worker/services/question/queries.ts'

/**
 * Moves generated comments to two archives for some minutes and reads them there: `npx node bench/archive.ts [comments]
 * [minutes]`. With 0 minutes it only fills the database, which the next run takes. Its databases are files of
 * `.wrangler/bench-archive`, up to twice the comments at 400 bytes, and are deleted at the end.
 */
const [comments = 20_000_000, minutes = 5] = process.argv.slice(2).map(Number)
const PER_DAY = 181_000
const PEOPLE_PER_DAY = 106_000
const PEOPLE = 400_000
const days = Math.ceil(comments / PER_DAY)
const folder = inProject('.wrangler/bench-archive')
const names = ['DB', 'ARCHIVE_1', 'ARCHIVE_2']

const started = () =>
  new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      resourcePersistencePath: folder,
      workers: [databaseWorker(Object.fromEntries(names.map((name) => [name, name])))],
    }),
  )
const seconds = async (work: () => unknown) => {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}

/** Fills the file of the main database, without triggers, and with the indexes at the end. */
function fill(file: string): void {
  const db = new DatabaseSync(file)
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA foreign_keys = OFF',
  )
  const own = db
    .prepare(
      `SELECT type, name, sql FROM sqlite_master
       WHERE tbl_name = 'comment' AND type IN ('index', 'trigger') AND sql IS NOT NULL`,
    )
    .all() as { type: string; name: string; sql: string }[]
  for (const { type, name } of own) db.exec(`DROP ${type} ${name}`)
  const rows = (count: number) =>
    `WITH RECURSIVE row (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM row WHERE n < ${count - 1})`
  db.exec(`
    INSERT INTO questionnaire (id, name, status) VALUES ('daily', 'daily', 1);
    INSERT INTO category (id) VALUES ('c'); INSERT INTO topic (id, category_id) VALUES ('t', 'c');
    ${rows(PEOPLE)} INSERT INTO user (id, username, username_key, email, email_key, created_at, activated_at)
      SELECT printf('person-%015d', n), 'u' || n, 'u' || n, 'u' || n, 'u' || n, 0, 0 FROM row;
    ${rows(days)} INSERT INTO question
      (id, questionnaire_id, topic_id, day, preview_at, comments_count, users_count, event_seq)
      SELECT printf('question-%013d', n), 'daily', 't', date('2025-01-01', n || ' days'),
        unixepoch('2024-12-31T15:00:00', n || ' days') * 1000, ${PER_DAY}, ${PEOPLE_PER_DAY}, 0 FROM row;`)
  const insert = db.prepare(`${rows(PER_DAY)}
    INSERT INTO comment (id, question_id, user_id, slot, text, created_at, text_key, language)
    SELECT hex(randomblob(11)), printf('question-%013d', ?1),
      printf('person-%015d', ((n % ${PEOPLE_PER_DAY}) * 7919 + ?1 * 104729) % ${PEOPLE}),
      n / ${PEOPLE_PER_DAY} + 1,
      substr('今日は雨の音を聞きながら、古い本をゆっくり読みました。温かいお茶と一緒に過ごす時間が、とても好きです。', 1, 12 + n % 40),
      unixepoch('2024-12-31T15:00:00', ?1 || ' days') * 1000 + n * 400, n, 'ja' FROM row`)
  for (let day = 0; day < days; day++) insert.run(day)
  for (const { sql } of own) db.exec(sql)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
}

const isFilled = existsSync(folder)
let miniflare = started()
try {
  if (!isFilled)
    for (const name of names) {
      const database = directDatabase(miniflare, name)
      await migrate(database, name === 'DB' ? 'migrations' : 'migrations/archive')
    }
  await miniflare.dispose()
  const files = globSync(`${folder}/**/*.sqlite`)
  const mainFile = files.find((file) => {
    const db = new DatabaseSync(file)
    const found = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'question'").get()
    db.close()
    return found
  })!
  const bytes = () =>
    files.map((file) =>
      [file, `${file}-wal`].reduce(
        (sum, one) => sum + (existsSync(one) ? statSync(one).size : 0),
        0,
      ),
    )
  const gigabytes = () =>
    bytes()
      .map((one) => (one / 1e9).toFixed(2))
      .join(', ')
  if (!isFilled) {
    const took = await seconds(() => fill(mainFile))
    console.log(`filled with ${days * PER_DAY} comments in ${took.toFixed(0)} s`)
  }
  console.log(
    `bytes of the files, GB (main is number ${files.indexOf(mainFile) + 1}): ${gigabytes()}`,
  )
  if (minutes === 0) process.exit()
  miniflare = started()
  const records = names.map((name) => recording(directDatabase(miniflare, name)))
  const bindings = Object.fromEntries(names.map((name, index) => [name, records[index]!.db]))
  const env = { SECRET: 'x'.repeat(43), DEVELOPMENT: 'on', ...bindings } as unknown as Env
  const moved = async () =>
    (
      await Promise.all(
        ['ARCHIVE_1', 'ARCHIVE_2'].map((name) =>
          directDatabase(miniflare, name)
            .prepare('SELECT max(seq) AS n FROM comment')
            .first<number>('n'),
        ),
      )
    ).map((n) => n ?? 0)
  const until = performance.now() + minutes * 60_000
  let took = 0
  const [main, archive] = records as [Recording, Recording, Recording]
  const move = async () => {
    while (performance.now() < until)
      await archiveDays(env).catch((error: Error) => console.log(error.message))
  }
  let written = 0
  const mainCost = await main.costOf(async () => {
    const archiveCost = await archive.costOf(async () => (took = await seconds(move)))
    written = archiveCost.rowsWritten
  })
  const count = Math.max(...(await moved()))
  console.log(
    `moved ${count} in ${took.toFixed(0)} s, ${(count / took).toFixed(0)} a second; last of each archive: ${(await moved()).join(', ')}`,
  )
  const each = (rows: number) => (rows / count).toFixed(1)
  console.log(
    `rows written for each: ${each(mainCost.rowsWritten)} main, ${each(written)} archive; read ${each(mainCost.rowsRead)} main`,
  )
  console.log(`bytes of the files, GB: ${gigabytes()}`)

  const timed = async (what: string, work: () => Promise<unknown>) => {
    const times: number[] = []
    for (let n = 0; n < 20; n++) times.push((await seconds(work)) * 1000)
    times.sort((one, other) => one - other)
    console.log(`${what}: median ${times[10]!.toFixed(1)} ms, slowest ${times[19]!.toFixed(1)} ms`)
  }
  await timed('floor: one row of the main database', () => env.DB.prepare('SELECT 1').run())
  const archivedDay = 'question-0000000000001'
  const recentDay = `question-${String(days - 1).padStart(13, '0')}`
  const page = (questionId: string) => () =>
    questionPage(env, env.DB, { questionId }, undefined, 200)
  await timed('a page of a day that has not moved', page(recentDay))
  await timed('a page of an archived day', page(archivedDay))
  const person = 'person-000000000104729'
  let seq: number | undefined
  await timed('an author’s history, page after page', async () => {
    const rows = await ownComments(env, person, seq, 20)
    seq = rows.at(-1)?.seq
  })
  await timed('an author’s search of 1,000 posts', () => ownComments(env, person, undefined, 1001))
  let n = 0
  await timed('recalling what is deleted', () =>
    recall(env, `person-${String((n++ * 7919 + 104729) % PEOPLE).padStart(15, '0')}`, archivedDay),
  )
  await timed('recalling every post of an account', () =>
    recall(env, `person-${String((n++ * 7919 + 104729) % PEOPLE).padStart(15, '0')}`),
  )
} finally {
  await miniflare.dispose()
  await rm(folder, { recursive: true, force: true })
}
