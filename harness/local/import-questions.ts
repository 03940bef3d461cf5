import { questionPack, seasonOf, type PackCategory, type QuestionPack } from './question-pack.ts'
import { sqlRows } from './sql-text.ts'

const PACK_COLUMNS = [
  'id',
  'topic_id',
  'text',
  'text_ja',
  'position',
  'season_from',
  'season_until',
]

/** One questionnaire gives out the built-in questions, unless an operator has made another one active. */
const QUESTIONNAIRE = `INSERT INTO questionnaire (id, name, status)
  SELECT 'daily', 'Ichimon', 1 WHERE NOT EXISTS (SELECT 1 FROM questionnaire WHERE status = 1)
  ON CONFLICT (id) DO NOTHING`

/**
 * SQL that brings a database's built-in questions up to date, in order and idempotent. Days that a question was given
 * to stay as they are, and so does every question that was given out; one taken out of the pack is given out no more.
 * @throws Error naming the file and the id when the pack is inconsistent
 */
export function questionStatements(pack: QuestionPack = questionPack()): string[] {
  const ids = allIds(pack)
  const positions = new Map(ids.map((id, position) => [id, position]))
  return [
    QUESTIONNAIRE,
    ...[...pack.files.values()].flatMap((file) => categoryStatements(file, positions)),
    `DELETE FROM pack_question WHERE id NOT IN (SELECT value FROM json_each(${sqlRows(ids)}))`,
  ]
}

/** The regular questions in their order, then those of seasons. */
function allIds({ order, files }: QuestionPack): string[] {
  const topics = [...files.values()].flatMap((file) => file.topics)
  const ids = topics.flatMap(({ questions }) => questions.map(({ id }) => id))
  return [...new Set([...order, ...ids])]
}

function categoryStatements({ category, topics }: PackCategory, positions: Map<string, number>) {
  const categoryRow = [category.id, category.name.en, category.name.ja]
  const topicRows = topics.map(({ id, name }) => [id, category.id, name.en, name.ja])
  const questionRows = topics.flatMap((topic) =>
    topic.questions.map((question) => {
      const { id, en, ja } = question
      const season = seasonOf(question)
      return [id, topic.id, en, ja, positions.get(id), season?.from ?? null, season?.until ?? null]
    }),
  )
  return [
    upsert('category', ['id', 'name', 'name_ja'], [categoryRow]),
    upsert('topic', ['id', 'category_id', 'name', 'name_ja'], topicRows),
    upsert('pack_question', PACK_COLUMNS, questionRows),
  ]
}

/** Rows by id: new ones are added, changed ones updated, all other columns left alone. */
function upsert(table: string, columns: string[], rows: unknown[][]): string {
  const values = columns.map((_, place) => `value ->> ${place}`).join(', ')
  const changed = columns.slice(1).map((name) => `${name} = excluded.${name}`)
  return `INSERT INTO ${table} (${columns.join(', ')})
  SELECT ${values} FROM json_each(${sqlRows(rows)}) WHERE true
  ON CONFLICT (id) DO UPDATE SET ${changed.join(', ')}`
}
