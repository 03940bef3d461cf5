import { NEVER_GIVEN } from '../../domain/question-pool.ts'

/** Every other statement waits for a batch. */
const ROWS_PER_BATCH = 500

/** SQL: adds the new ones of these rows to the pool, in the order of the file. @param rows SQL of a condition */
export const addToPool = (rows: string): string[] => [
  `INSERT INTO pack_question (id, topic_id, position, season_from, season_until, last_day, source)
   SELECT row.id, topic_id, position + line, season_from, season_until,
     CASE WHEN season_from IS NULL THEN '${NEVER_GIVEN}' ELSE '' END, 'own'
   FROM question_import JOIN question_import_row AS row ON import_id = question_import.id
   WHERE import_id = ?1 AND known_id IS NULL AND ${rows}`,
  `INSERT INTO pack_question_text (pack_question_id, language, text)
   SELECT row.id, text.key, text.value
   FROM question_import_row AS row, json_each(row.texts) AS text
   WHERE import_id = ?1 AND known_id IS NULL AND ${rows}`,
]

const FIRST = `line IN (SELECT line FROM question_import_row WHERE import_id = ?1 ORDER BY line LIMIT ${ROWS_PER_BATCH})`
const NEXT_ROWS = [
  ...addToPool(FIRST),
  `DELETE FROM question_import_row WHERE import_id = ?1 AND ${FIRST} RETURNING line`,
]

/** Adds the rows of imports that were taken, some at a time. Nothing can refuse them, so they can follow later. */
export async function finishImports({ DB }: Env): Promise<void> {
  const taken = DB.prepare('SELECT id FROM question_import WHERE actor_id IS NULL')
  const { results } = await taken.all<{ id: string }>()
  for (const { id } of results) {
    const statements = NEXT_ROWS.map((sql) => DB.prepare(sql).bind(id))
    while ((await DB.batch(statements)).at(-1)?.results.length === ROWS_PER_BATCH) {
      // workerd reads its sockets when it has nothing else to do.
      await scheduler.wait(1)
    }
    await DB.prepare('DELETE FROM question_import WHERE id = ?1').bind(id).run()
  }
}
