import { demonstrationStatements, localStatements } from './demonstration.ts'
import { questionStatements } from './import-questions.ts'
import type { QuestionPack } from './question-pack.ts'

/** Runs idempotent statements in order, fifty at a time. */
async function execute(db: D1Database, statements: string[]): Promise<void> {
  for (let start = 0; start < statements.length; start += 50) {
    await db.batch(statements.slice(start, start + 50).map((sql) => db.prepare(sql)))
  }
}

/** Brings the built-in questions of a local database up to date. */
export const fillQuestions = (db: D1Database, pack?: QuestionPack): Promise<void> =>
  execute(db, questionStatements(pack))

/** Fills in the past days that make a fresh installation worth looking at. */
export const fillDemonstration = (db: D1Database, now: Date): Promise<void> =>
  execute(db, [...localStatements(), ...demonstrationStatements(now)])
