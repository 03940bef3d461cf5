import type { App } from '../../harness/app.ts'
import type { Execute } from '../../scripts/operator/database.ts'

/** The test's database, as the operator's commands reach it. */
export function databaseOf(app: App): Execute {
  return async <Row>(...statements: string[]) => {
    const results = await app.db.batch<Row>(statements.map((sql) => app.db.prepare(sql)))
    return results.at(-1)!.results
  }
}
