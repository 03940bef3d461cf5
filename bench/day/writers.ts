import { createHash, randomBytes } from 'node:crypto'
import type { App } from '../../harness/app.ts'
import { createPeople } from '../../harness/people.ts'
import type { Writer } from './visits.ts'

/** People who signed up on other days: their sessions and update tokens as the service stores them. */
export async function createWriters(app: App, count: number): Promise<Writer[]> {
  const people = await createPeople(app, count)
  const writers = people.map(({ userId, sessionId, authorization }) => {
    const updateToken = randomBytes(32).toString('base64url')
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
      `INSERT INTO update_token (token_hash, session_id, created_at)
       SELECT value ->> 'hash', value ->> 'sessionId', ?2 FROM json_each(?1)`,
    )
    .bind(JSON.stringify(writers), Date.now())
    .run()
  return writers
}
