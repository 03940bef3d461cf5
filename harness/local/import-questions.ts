import { languages } from '../../src/domain/language.ts'
import {
  questionPack,
  questionsOf,
  seasonOf,
  type PackCategory,
  type PackTexts,
  type QuestionPack,
} from './question-pack.ts'
import { sqlRows } from './sql-text.ts'

const PACK_COLUMNS = ['topic_id', 'position', 'season_from', 'season_until']

/** Creates the questionnaire of the built-in questions, active unless an operator activated another. */
const QUESTIONNAIRE = `INSERT INTO questionnaire (id, name, status)
  SELECT 'daily', 'Ichimon', 1 WHERE NOT EXISTS (SELECT 1 FROM questionnaire WHERE status = 1)
  ON CONFLICT (id) DO NOTHING`

/** Adds texts in a language that the pack gained after the question was given out. */
const FURTHER_LANGUAGES = `INSERT INTO question_text (question_id, language, text)
  SELECT question.id, language, pack_question_text.text
  FROM question JOIN pack_question_text USING (pack_question_id) WHERE true
  ON CONFLICT DO NOTHING`

/**
 * Idempotent SQL that updates a database's built-in questions, in order.
 * Past days and given-out questions stay; questions removed from the pack are given out no more.
 */
export function questionStatements(pack: QuestionPack = questionPack()): string[] {
  const ids = [...new Set([...pack.order, ...questionsOf(pack).map(({ id }) => id)])]
  const positions = new Map(ids.map((id, position) => [id, position]))
  return [
    QUESTIONNAIRE,
    ...[...pack.files.values()].flatMap((file) => categoryStatements(file, positions)),
    `DELETE FROM pack_question WHERE source = 'built-in'
      AND id NOT IN (SELECT value FROM json_each(${sqlRows(ids)}))`,
    FURTHER_LANGUAGES,
  ]
}

function categoryStatements({ category, topics }: PackCategory, positions: Map<string, number>) {
  const questions = topics.flatMap((topic) =>
    topic.questions.map((question) => ({ ...question, topicId: topic.id })),
  )
  const questionRows = questions.map((question) => {
    const season = seasonOf(question)
    const days = [season?.from ?? null, season?.until ?? null]
    return [question.id, question.topicId, positions.get(question.id), ...days]
  })
  const topicRows = topics.map(({ id }) => [id, category.id])
  const topicNames = topics.map(({ id, name }): [string, PackTexts] => [id, name])
  return [
    upsert('category', ['id'], [], [[category.id]]),
    texts('category_name', 'category_id', 'name', [[category.id, category.name]]),
    upsert('topic', ['id'], ['category_id'], topicRows),
    texts('topic_name', 'topic_id', 'name', topicNames),
    upsert('pack_question', ['id'], PACK_COLUMNS, questionRows, 'pack_question.version = 1'),
    texts(
      'pack_question_text',
      'pack_question_id',
      'text',
      questions.map((question) => [question.id, question]),
      `(SELECT version FROM pack_question WHERE id = pack_question_id) = 1`,
    ),
  ]
}

/** A row per key and language, with the text in `column`. */
function texts(
  table: string,
  key: string,
  column: string,
  things: [id: string, texts: PackTexts][],
  isUpdated?: string,
): string {
  const rows = things.flatMap(([id, texts]) =>
    languages.flatMap((language) =>
      texts[language] === undefined ? [] : [[id, language, texts[language]]],
    ),
  )
  return upsert(table, [key, 'language'], [column], rows, isUpdated)
}

/**
 * Inserts new rows and updates changed ones; other rows and columns stay.
 * @param isUpdated SQL condition for updates, which protects changes made at the desk
 */
function upsert(
  table: string,
  key: string[],
  columns: string[],
  rows: unknown[][],
  isUpdated = 'true',
): string {
  const names = [...key, ...columns]
  const values = names.map((_, index) => `value ->> ${index}`).join(', ')
  const changed = columns.map((name) => `${name} = excluded.${name}`).join(', ')
  const differs = columns.map((name) => `${table}.${name} IS NOT excluded.${name}`).join(' OR ')
  return `INSERT INTO ${table} (${names.join(', ')})
  SELECT ${values} FROM json_each(${sqlRows(rows)}) WHERE true
  ON CONFLICT (${key.join(', ')}) DO ${changed === '' ? 'NOTHING' : `UPDATE SET ${changed} WHERE (${differs}) AND ${isUpdated}`}`
}
