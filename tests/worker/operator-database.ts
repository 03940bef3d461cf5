import type { App } from '../../harness/app.ts'
import type { Execute } from '../../scripts/operator/database.ts'

export function databaseOf(app: App, db = app.db): Execute {
  return async <Row>(...statements: string[]) => {
    const results = await db.batch<Row>(statements.map((sql) => db.prepare(sql)))
    return results.at(-1)!.results
  }
}
