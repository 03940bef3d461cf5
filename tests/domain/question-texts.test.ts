import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it } from 'vitest'
import { questionStatements } from '../../harness/local/import-questions.ts'
import { questionPack, withoutSeasons } from '../../harness/local/question-pack.ts'
import { tokyoDayStart } from '../../src/domain/question-day.ts'

const files = globSync('migrations/*.sql').sort()

let db: DatabaseSync
const run = (migrations: string[]) => {
  for (const file of migrations) db.exec(readFileSync(file, 'utf8'))
}
const rows = (sql: string) =>
  db
    .prepare(sql)
    .all()
    .map((row) => Object.values(row))

beforeEach(() => {
  db = new DatabaseSync(':memory:')
})

it('gives a question the texts and names of every language, and keeps them as they were on its day', () => {
  run(files)
  const pack = withoutSeasons(questionPack())
  const load = () => questionStatements(pack).forEach((statement) => db.exec(statement))
  load()
  db.exec(`INSERT INTO question (id, questionnaire_id, topic_id, pack_question_id, day, preview_at)
    VALUES ('q', 'daily', 'music', 'music-hummed', '2026-11-20', ${tokyoDayStart('2026-11-20')})`)
  const given = rows('SELECT language, text, topic, category FROM question_text ORDER BY language')
  expect(given).toEqual([
    ['en', 'What do you hum when no one is listening?', 'Music', 'Arts and games'],
    ['ja', '誰もいないとき、つい口ずさむ歌は？', '音楽', '芸術と遊び'],
  ])
  const arts = pack.files.get('arts.json')!
  arts.category.name.en = 'Arts'
  arts.topics[0]!.questions.find(({ id }) => id === 'music-hummed')!.en = 'What do you hum?'
  load()
  expect(
    rows('SELECT language, text, topic, category FROM question_text ORDER BY language'),
  ).toEqual(given)
  expect(
    rows(`SELECT name FROM category_name WHERE category_id = 'arts' AND language = 'en'`),
  ).toEqual([['Arts']])
})

it('names the topic in English for a text in a language without a name for it', () => {
  run(files)
  questionStatements().forEach((statement) => db.exec(statement))
  db.exec(`INSERT INTO question (id, questionnaire_id, topic_id, day, preview_at)
    VALUES ('own', 'daily', 'music', '2026-11-20', ${tokyoDayStart('2026-11-20')});
    INSERT INTO question_text (question_id, language, text) VALUES ('own', 'fr', 'Et la musique ?')`)
  expect(rows('SELECT language, topic, category FROM question_text')).toEqual([
    ['fr', 'Music', 'Arts and games'],
  ])
})
