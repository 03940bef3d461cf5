import { globSync, readFileSync } from 'node:fs'
import { beforeEach, expect, it } from 'vitest'
import { questionStatements } from '../../harness/local/import-questions.ts'
import { questionPack, withoutSeasons } from '../../harness/local/question-pack.ts'
import { migratedDatabase } from './migrated-database.ts'

let db: ReturnType<typeof migratedDatabase>
beforeEach(() => {
  db = migratedDatabase()
})

const rows = (sql: string) =>
  db
    .prepare(sql)
    .all()
    .map((row) => Object.values(row))
const importQuestions = (pack = questionPack()) =>
  questionStatements(pack).forEach((statement) => db.exec(statement))
const addQuestion = (
  id: string,
  packId: string | null = null,
  day = '1970-01-01',
  time = '1970-01-01T00:00Z',
) =>
  db
    .prepare(
      `INSERT INTO question (id, questionnaire_id, topic_id, pack_question_id, day, preview_at)
       VALUES (?1, 'daily', 'music', ?2, ?3, ?4)`,
    )
    .run(id, packId, day, Date.parse(time))

it('can be exported and loaded: tables follow those that they refer to, and there is no view', () => {
  const later = rows(
    `SELECT child.name, parent.name AS parent
     FROM sqlite_master AS child JOIN pragma_foreign_key_list(child.name) AS reference
     JOIN sqlite_master AS parent ON parent.type = 'table' AND parent.name = reference."table"
     WHERE child.type = 'table' AND parent.rowid > child.rowid`,
  )
  expect(later).toEqual([])
  expect(rows("SELECT name FROM sqlite_master WHERE type = 'view'")).toEqual([])
})

it('has no table and no column that neither the worker, the local set-up nor a command names', () => {
  const source = globSync('{src/worker,harness/local,scripts}/**/*.ts')
    .map((path) => readFileSync(path, 'utf8'))
    .join()
  const columns = rows(
    `SELECT sqlite_master.name, column.name AS column
     FROM sqlite_master JOIN pragma_table_info(sqlite_master.name) AS column
     WHERE sqlite_master.type = 'table' AND sqlite_master.name NOT LIKE 'sqlite%'`,
  ) as string[][]
  expect(columns.length).toBeGreaterThan(100)
  const named = new Set(source.match(/\w+/g))
  expect(columns.filter((names) => !names.every((name) => named.has(name)))).toEqual([])
})

it('keeps a question’s day equal to the Tokyo day of its time', () => {
  importQuestions()
  const add = (day: string, time: string) => addQuestion(day, null, day, time)
  expect(() => add('2025-11-20', '2025-11-20T15:00:00.000Z')).toThrow(/CHECK/)
  expect(() => add('2025-11-21', '2025-11-20T14:59:59.999Z')).toThrow(/CHECK/)
  add('2025-11-20', '2025-11-20T14:59:59.999Z')
  add('2025-11-21', '2025-11-20T15:00:00.000Z')
})

const TEXTS = 'SELECT language, text, topic, category FROM question_text ORDER BY language'

it('the texts of a question have the names of every language, and stay as they were on its day', () => {
  const pack = withoutSeasons(questionPack())
  importQuestions(pack)
  addQuestion('q', 'music-hummed')
  const given = rows(TEXTS)
  expect(given).toEqual([
    ['en', 'What do you hum when no one is listening?', 'Music', 'Arts and games'],
    ['ja', '誰もいないとき、つい口ずさむ歌は？', '音楽', '芸術と遊び'],
  ])
  const arts = pack.files.get('arts.json')!
  arts.category.name.en = 'Arts'
  arts.topics[0]!.questions.find(({ id }) => id === 'music-hummed')!.en = 'What do you hum?'
  pack.order.push(pack.order.shift()!)
  importQuestions(pack)
  expect(rows(TEXTS)).toEqual(given)
  expect(
    rows(`SELECT name FROM category_name WHERE category_id = 'arts' AND language = 'en'`),
  ).toEqual([['Arts']])
  expect(rows(`SELECT text FROM pack_question_text WHERE text LIKE 'What do you hum%'`)).toEqual([
    ['What do you hum?'],
  ])
  const order = 'SELECT id FROM pack_question ORDER BY position'
  expect(rows(order)).toEqual(pack.order.map((id) => [id]))
  const changes = rows('SELECT total_changes()')
  importQuestions(pack)
  expect(rows('SELECT total_changes()')).toEqual(changes)
})

it('the texts of a question name the topic in English in a language without a name for it', () => {
  importQuestions()
  addQuestion('own')
  db.exec(`INSERT INTO question_text (question_id, language, text)
      VALUES ('own', 'fr', 'Et la musique ?')`)
  expect(rows(TEXTS)).toEqual([['fr', 'Et la musique ?', 'Music', 'Arts and games']])
})

it('keeps the counts by language exact through posts, deletions, holds, decisions and accounts', () => {
  const post = (id: string, language: string | null) => {
    db.exec(`INSERT INTO user (id, username, username_key, email, email_key, created_at)
      VALUES ('user of ${id}', '${id}', '${id}', '${id}', '${id}', 0)`)
    db.prepare(
      `INSERT INTO comment (id, question_id, user_id, slot, text, created_at, language)
       VALUES (?1, 'q', 'user of ' || ?1, 1, 'x', 0, ?2)`,
    ).run(id, language)
  }
  const counts = () => {
    const row = db.prepare('SELECT language_counts, comments_count FROM question').get()!
    return { ...JSON.parse(String(row['language_counts'])), all: row['comments_count'] } as unknown
  }
  importQuestions()
  addQuestion('q')
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
  const sums: Record<string, number> = {}
  for (const [kind, language] of rows('SELECT kind, language FROM comment_event')) {
    const name = String(language)
    sums[name] = (sums[name] ?? 0) + (kind === 'created' ? 1 : -1)
  }
  expect(sums).toEqual({ ja: 0, en: 0, null: 0 })
})
