import { sqlText } from '../../harness/local/sql-text.ts'
import type { Execute } from './database.ts'
import type { IsWanted } from './restore-rows.ts'

/** Values of one query. */
const PAGE_ROWS = 20_000

interface Archived {
  id: string
  seq: number
}

/**
 * Selects the rows of an archive's backup that may be restored: those of existing people and of days that the archive
 * has, and none that the main database has, which decides about its posts: one that was deleted or hidden since the
 * backup had gone back there.
 */
export async function archiveRowFilter(execute: Execute, archive: number): Promise<IsWanted> {
  const questions = await execute<Archived>(
    `SELECT id, archived_seq AS seq FROM question WHERE archive = ${archive}`,
  )
  const last = new Map(questions.map(({ id, seq }) => [id, seq]))
  const people = await valuesOf<string>(execute, 'user', 'id', 'true')
  const end = Math.max(0, ...last.values())
  const here = await valuesOf<number>(execute, 'comment', 'seq', `seq <= ${end}`)
  return (table, value) =>
    table !== 'comment' ||
    (people.has(value('user_id') as string) &&
      !here.has(value('seq') as number) &&
      (last.get(value('question_id') as string) ?? 0) >= (value('moved_seq') as number))
}

/** Translations of posts that were not restored; after the posts. */
export const DROP_TRANSLATIONS = `
  DELETE FROM comment_translation
  WHERE NOT EXISTS (SELECT 1 FROM comment WHERE comment.id = comment_translation.comment_id)`

async function valuesOf<Value extends string | number>(
  execute: Execute,
  table: string,
  column: string,
  where: string,
): Promise<Set<Value>> {
  const values = new Set<Value>()
  for (let after = ''; ;) {
    const rows = await execute<{ value: Value }>(
      `SELECT ${column} AS value FROM ${table} WHERE ${where} ${after} ORDER BY ${column} LIMIT ${PAGE_ROWS}`,
    )
    for (const { value } of rows) values.add(value)
    const last = rows.at(-1)?.value
    if (last === undefined || rows.length < PAGE_ROWS) return values
    after = `AND ${column} > ${typeof last === 'string' ? sqlText(last) : last}`
  }
}
