import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it } from 'vitest'
import { questionStatements } from '../../harness/local/import-questions.ts'
import { questionPack, withoutSeasons } from '../../harness/local/question-pack.ts'
import { tokyoDayStart } from '../../src/domain/question-day.ts'

const files = globSync('migrations/*.sql').sort()
const [before, from] = [
  files.filter((file) => file < 'migrations/0007'),
  files.filter((file) => file >= 'migrations/0007'),
]

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

it('moves the texts, names and languages that a site has into rows', () => {
  run(before)
  db.exec(`
    INSERT INTO questionnaire VALUES ('daily', 'Ichimon', 1);
    INSERT INTO category VALUES ('arts', 'The arts', '芸術');
    INSERT INTO topic VALUES ('music', 'arts', 'Music', '音楽');
    INSERT INTO pack_question (id, topic_id, text, text_ja, position) VALUES ('hum', 'music', 'Hum?', '口ずさむ歌は？', 0);
    INSERT INTO question (id, questionnaire_id, topic_id, pack_question_id, day, preview_at, text, text_ja)
      VALUES ('q', 'daily', 'music', 'hum', '2026-11-20', ${tokyoDayStart('2026-11-20')}, 'As asked', '当日の文');
    INSERT INTO user (id, username, username_key, email, email_key, created_at, language)
      VALUES ('u', 'u', 'u', 'u', 'u', 0, 'en'), ('v', 'v', 'v', 'v', 'v', 0, 'ja');
    INSERT INTO session (id, user_id, kept, created_at, expires_at, ends_at) VALUES ('s', 'u', 1, 0, 0, 0);
    INSERT INTO vital VALUES ('2026-11-20', '/', 'ja', 'LCP', 1200, 3);`)
  run(from)
  expect(rows('SELECT * FROM question_text ORDER BY language')).toEqual([
    ['q', 'en', 'As asked', 'Music', 'The arts'],
    ['q', 'ja', '当日の文', '音楽', '芸術'],
  ])
  expect(rows('SELECT language, text FROM pack_question_text ORDER BY language')).toEqual([
    ['en', 'Hum?'],
    ['ja', '口ずさむ歌は？'],
  ])
  expect(rows('SELECT last_day FROM pack_question')).toEqual([['2026-11-20']])
  expect(rows('SELECT name FROM topic_name ORDER BY language')).toEqual([['Music'], ['音楽']])
  expect(rows('SELECT id, language FROM user ORDER BY id')).toEqual([
    ['u', 'en'],
    ['v', 'ja'],
  ])
  expect(rows('SELECT user_id FROM session')).toEqual([['u']])
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
    ['en', 'What do you hum when no one is listening?', 'Music', 'The arts'],
    ['ja', '誰もいないとき、つい口ずさむ歌は？', '音楽', '芸術'],
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
    ['fr', 'Music', 'The arts'],
  ])
})
