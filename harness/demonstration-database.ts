import { demonstrationStatements, localStatements } from './local/demonstration.ts'

/** Fills a test's database with the past days of `npm start`, as seen from `now`. */
export async function demonstrate(db: D1Database, now: Date): Promise<void> {
  const statements = [...localStatements(), ...demonstrationStatements(now)]
  await db.batch(statements.map((sql) => db.prepare(sql)))
}
