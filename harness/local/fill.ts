import { demonstrationStatements } from './demonstration.ts'
import { questionStatements } from './import-questions.ts'
import type { QuestionPack } from './question-pack.ts'

async function execute(db: D1Database, statements: string[]): Promise<void> {
  for (let start = 0; start < statements.length; start += 50) {
    await db.batch(statements.slice(start, start + 50).map((sql) => db.prepare(sql)))
  }
}

export const fillQuestions = (db: D1Database, pack?: QuestionPack): Promise<void> =>
  execute(db, questionStatements(pack))

export const fillDemonstration = (db: D1Database, now: Date): Promise<void> =>
  execute(db, demonstrationStatements(now))
