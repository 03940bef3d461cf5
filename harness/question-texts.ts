import type { Language } from '../src/domain/language.ts'
import { tokyoDayStart } from '../src/domain/question-day.ts'

type Texts = Record<Language, string>

const ADD = `
  INSERT INTO question (id, questionnaire_id, topic_id, day, preview_at)
  SELECT value ->> 'id', (SELECT id FROM questionnaire ORDER BY id LIMIT 1),
    coalesce(value ->> 'topicId', (SELECT id FROM topic ORDER BY id LIMIT 1)),
    value ->> 'day', value ->> 'previewAt'
  FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`
const ADD_TEXTS = `
  INSERT INTO question_text (question_id, language, text)
  SELECT question.value ->> 'id', text.key, text.value
  FROM json_each(?1) AS question, json_each(question.value, '$.texts') AS text WHERE true
  ON CONFLICT DO NOTHING`

export async function addQuestions(
  db: D1Database,
  questions: { id: string; day: string; topicId?: string; texts: Texts }[],
): Promise<void> {
  const rows = questions.map((question) => ({
    ...question,
    previewAt: tokyoDayStart(question.day),
  }))
  const json = JSON.stringify(rows)
  await db.batch([db.prepare(ADD).bind(json), db.prepare(ADD_TEXTS).bind(json)])
}

export async function setQuestionTexts(
  db: D1Database,
  texts: Partial<Texts>,
  questionId?: string,
): Promise<void> {
  const statement = db.prepare(
    'UPDATE question_text SET text = ?2 WHERE language = ?1 AND question_id = coalesce(?3, question_id)',
  )
  await db.batch(
    Object.entries(texts).map(([language, text]) =>
      statement.bind(language, text, questionId ?? null),
    ),
  )
}
