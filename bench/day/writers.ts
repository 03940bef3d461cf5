import { createHash, randomBytes } from 'node:crypto'
import type { App } from '../../harness/app.ts'
import { createPeople } from '../../harness/people.ts'
import type { Writer } from './visits.ts'

/** People who signed up on other days, with the update tokens of their sessions as the service stores them. */
export async function createWriters(app: App, count: number): Promise<Writer[]> {
  const people = await createPeople(app, count)
  const writers = people.map(({ userId, sessionId, authorization }) => {
    const updateToken = `${sessionId}.${randomBytes(32).toString('base64url')}`
    const hash = createHash('sha256').update(updateToken).digest('base64url')
    return {
      userId,
      sessionId,
      updateToken,
      hash,
      accessToken: authorization.slice('Bearer '.length),
    }
  })
  await app.db
    .prepare(
      `UPDATE session SET token_hash = writer.value ->> 'hash' FROM json_each(?1) AS writer
       WHERE session.id = writer.value ->> 'sessionId'`,
    )
    .bind(JSON.stringify(writers))
    .run()
  return writers
}
