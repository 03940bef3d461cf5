import type { App } from '../../harness/app.ts'
import { operate } from '../../scripts/operator.ts'

/** `npm run operator --` with these words, on the database of the app. */
export function command({ db }: App, ...words: string[]): Promise<string> {
  return operate(words, () => async <Row>(...statements: string[]) => {
    const results = await db.batch<Row>(statements.map((sql) => db.prepare(sql)))
    return results.at(-1)!.results
  })
}
