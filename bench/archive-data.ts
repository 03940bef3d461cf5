import { DatabaseSync } from 'node:sqlite'
import { INSERT_PEOPLE, personId, personIdSql } from './generated-rows.ts'

const PER_DAY = 181_000
const PEOPLE_PER_DAY = 106_000
const PEOPLE = 400_000
const PREFIX = 'person-'

/** Days of generated posts. */
export const daysOf = (comments: number) => Math.ceil(comments / PER_DAY)
export const questionOf = (day: number) => `question-${String(day).padStart(13, '0')}`
/** Somebody who has posts on the day, and on about every fourth of the others. */
export const writerOf = (day: number, n: number) =>
  personId(PREFIX, ((n % PEOPLE_PER_DAY) * 7919 + day * 104729) % PEOPLE)

interface StoredSql {
  type: string
  name: string
  sql: string
}

/** Changes the rows of `comment` without its indexes and triggers, which are made again at the end. */
function withoutIndexes(db: DatabaseSync, schema: string, work: () => void): void {
  const own = db
    .prepare(
      `SELECT type, name, sql FROM ${schema}.sqlite_master
       WHERE tbl_name = 'comment' AND type IN ('index', 'trigger') AND sql IS NOT NULL`,
    )
    .all() as unknown as StoredSql[]
  for (const { type, name } of own) db.exec(`DROP ${type} ${schema}.${name}`)
  work()
  for (const { name, sql } of own)
    db.exec(sql.replace(new RegExp(`\\b${name}\\b`), `${schema}.${name}`))
}

function opened(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA foreign_keys = OFF',
  )
  return db
}

function close(db: DatabaseSync): void {
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
}

/** Fills the file of the main database with days of posts. */
export function fill(file: string, days: number): void {
  const db = opened(file)
  const rows = (count: number) =>
    `WITH RECURSIVE row (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM row WHERE n < ${count - 1})`
  db.exec(`
    INSERT INTO questionnaire (id, name, status) VALUES ('daily', 'daily', 1);
    INSERT INTO category (id) VALUES ('c'); INSERT INTO topic (id, category_id) VALUES ('t', 'c');
    ${rows(days)} INSERT INTO question
      (id, questionnaire_id, topic_id, day, preview_at, comments_count, users_count, event_seq)
      SELECT printf('question-%013d', n), 'daily', 't', date('2025-01-01', n || ' days'),
        unixepoch('2024-12-31T15:00:00', n || ' days') * 1000, ${PER_DAY}, ${PEOPLE_PER_DAY}, 0 FROM row;`)
  db.prepare(INSERT_PEOPLE).run(0, PEOPLE, PREFIX, 0, 0)
  withoutIndexes(db, 'main', () => {
    const insert = db.prepare(`${rows(PER_DAY)}
      INSERT INTO comment (id, question_id, user_id, slot, text, created_at, text_key, language)
      SELECT hex(randomblob(11)), printf('question-%013d', ?1),
        ${personIdSql(`'${PREFIX}'`, `((n % ${PEOPLE_PER_DAY}) * 7919 + ?1 * 104729) % ${PEOPLE}`)},
        n / ${PEOPLE_PER_DAY} + 1,
        substr('今日は雨の音を聞きながら、古い本をゆっくり読みました。温かいお茶と一緒に過ごす時間が、とても好きです。', 1, 12 + n % 40),
        unixepoch('2024-12-31T15:00:00', ?1 || ' days') * 1000 + n * 400, n, 'ja' FROM row`)
    for (let day = 0; day < days; day++) insert.run(day)
  })
  close(db)
}

/**
 * Moves the posts of the days before `until` as many runs of the cron would have, but with files that nobody else has open,
 * so that the last days can be moved to an archive that has all others.
 */
export function moveFiles(file: string, archiveFile: string, until: number): void {
  const db = opened(file)
  db.exec(`ATTACH '${archiveFile}' AS archive; PRAGMA archive.synchronous = OFF;
    PRAGMA archive.cache_size = -400000`)
  const columns = 'seq, id, question_id, user_id, slot, text, created_at, text_key, language'
  const copy = db.prepare(`
    INSERT INTO archive.comment (${columns}, moved_seq)
    SELECT ${columns}, max(seq) OVER (PARTITION BY user_id) FROM main.comment
    WHERE question_id = ? AND deleted_at IS NULL AND hidden_at IS NULL ORDER BY seq`)
  withoutIndexes(db, 'archive', () => {
    for (let day = 0; day < until; day++) copy.run(questionOf(day))
  })
  const first = questionOf(until)
  db.exec(
    `CREATE TEMP TABLE kept AS SELECT ${columns} FROM main.comment WHERE question_id >= '${first}'`,
  )
  withoutIndexes(db, 'main', () =>
    db.exec(`DELETE FROM main.comment; INSERT INTO main.comment (${columns}) SELECT * FROM kept`),
  )
  const seq = db.prepare('SELECT min(seq) - 1 AS seq FROM kept').get() as { seq: number }
  db.prepare('UPDATE question SET archive = 1, archived_seq = ? WHERE id < ?').run(seq.seq, first)
  db.exec('UPDATE archive_move SET question_id = NULL, leased_until = 0')
  close(db)
}
