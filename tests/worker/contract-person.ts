import { sample } from '../../src/contract/examples.ts'
import type { App } from '../../harness/app.ts'
import { createPerson, insertComments } from '../../harness/people.ts'
import { newEmail } from '../../harness/credentials.ts'
import type { KeyProvider } from './key-provider.ts'

/** Real values by sample name, and headers that only browsers send. */
export interface State {
  values: Partial<Record<keyof typeof sample | 'accessToken' | 'pictureId', string>>
  headers?: Record<string, string>
}

export interface World {
  app: App
  provider: KeyProvider
  questionId: string
  pictureId: string
}

let numbers = 0
export const nextNumber = () => numbers++

export async function person({ app, questionId, pictureId }: World): Promise<State> {
  const { userId, email, accessToken, username } = await createPerson(app)
  const [commentId = ''] = await insertComments(app, [{ questionId, userId, text: '毎朝の窓' }])
  return {
    values: {
      questionId,
      pictureId,
      commentId,
      userId,
      email,
      username,
      accessToken,
      newEmail: newEmail(),
      newUsername: `new-name-${nextNumber()}`,
      idempotencyKey: crypto.randomUUID(),
    },
  }
}

/** Tables that change without a call: counters, deliveries and metrics. */
const RESTLESS = /^(?:sqlite_|d1_|_cf|attempt_counter|mail$|traffic|route_time|vital|new_vital)/

/** All rows of some tables, by default of those that only calls change, as JSON. */
export async function everyRow(
  app: App,
  isRead = (table: string) => !RESTLESS.test(table),
): Promise<Record<string, string[]>> {
  const { results } = await app.sql`SELECT name FROM sqlite_schema
    WHERE type = 'table'`.all<{ name: string }>()
  const tables = results.map(({ name }) => name).filter(isRead)
  const rows = await app.db.batch(tables.map((table) => app.db.prepare(`SELECT * FROM "${table}"`)))
  return Object.fromEntries(
    tables.map((table, index) => [table, rows[index]!.results.map((row) => JSON.stringify(row))]),
  )
}
