import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it } from 'vitest'

const files = globSync('migrations/*.sql').sort()

let db: DatabaseSync
const run = (migrations: string[]) => {
  for (const file of migrations) db.exec(readFileSync(file, 'utf8'))
}

const post = (id: string, language: string | null, text = 'x') =>
  db
    .prepare(
      `INSERT INTO comment (id, question_id, user_id, slot, text, created_at, language)
       VALUES (?1, 'q', 'user of ' || ?1, 1, ?2, 0, ?3)`,
    )
    .run(id, text, language)
const addPerson = (id: string) =>
  db.exec(`INSERT INTO user (id, username, username_key, email, email_key, created_at)
    VALUES ('user of ${id}', '${id}', '${id}', '${id}', '${id}', 0)`)
const counts = () => {
  const row = db.prepare('SELECT language_counts, comments_count FROM question').get()!
  return { ...JSON.parse(String(row['language_counts'])), all: row['comments_count'] } as unknown
}

beforeEach(() => {
  db = new DatabaseSync(':memory:')
  run(files)
  db.exec(`
    INSERT INTO questionnaire VALUES ('daily', 'Ichimon', 1);
    INSERT INTO category VALUES ('arts');
    INSERT INTO topic VALUES ('music', 'arts');
    INSERT INTO question (id, questionnaire_id, topic_id, day, preview_at)
      VALUES ('q', 'daily', 'music', '1970-01-01', 0)`)
  for (const id of 'abcdef') addPerson(id)
})

it('keeps the counts exact through posts, deletions, holds, decisions and accounts', () => {
  post('a', 'ja')
  post('b', 'en')
  post('c', 'en')
  post('d', null)
  expect(counts()).toEqual({ ja: 1, en: 2, all: 4 })
  db.exec(`UPDATE comment SET hidden_at = 1 WHERE id = 'b'`)
  expect(counts()).toEqual({ ja: 1, en: 1, all: 3 })
  db.exec(`UPDATE comment SET deleted_at = 1, text = '' WHERE id = 'b'`)
  expect(counts()).toEqual({ ja: 1, en: 1, all: 3 })
  db.exec(`UPDATE comment SET deleted_at = 1, text = '' WHERE id = 'c'`)
  expect(counts()).toEqual({ ja: 1, en: 0, all: 2 })
  db.exec(`UPDATE comment SET hidden_at = 1 WHERE id = 'a'`)
  db.exec(`UPDATE comment SET hidden_at = NULL WHERE id = 'a'`)
  expect(counts()).toEqual({ ja: 1, en: 0, all: 2 })
  db.exec(`DELETE FROM user`)
  expect(counts()).toEqual({ ja: 0, en: 0, all: 0 })
  const events = db.prepare('SELECT kind, comment_id AS id, language FROM comment_event').all()
  const sums: Record<string, number> = {}
  for (const { kind, language } of events) {
    const name = String(language)
    sums[name] = (sums[name] ?? 0) + (kind === 'created' ? 1 : -1)
  }
  expect(sums).toEqual({ ja: 0, en: 0, null: 0 })
})
