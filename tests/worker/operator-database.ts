import type { App } from '../../harness/app.ts'
import type { Execute } from '../../scripts/operator/database.ts'

/** The test's database, or another one, as the operator's commands reach it. */
export function databaseOf(app: App, db = app.db): Execute {
  return async <Row>(...statements: string[]) => {
    const results = await db.batch<Row>(statements.map((sql) => db.prepare(sql)))
    return results.at(-1)!.results
  }
}
