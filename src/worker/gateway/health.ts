import type { Context } from 'hono'
import { config } from '../config/config.ts'
import type { ServiceBindings } from '../http/service.ts'

const DATABASE_TIMEOUT_MS = 2_000

async function isDatabaseUp(env: Env): Promise<boolean> {
  const result = env.DB.prepare('SELECT 1')
    .first()
    .then(Boolean, () => false)
  return Promise.race([result, scheduler.wait(DATABASE_TIMEOUT_MS).then(() => false)])
}

/**
 * `GET /healthz`: whether the database responds, and which variables are wrong, by name and never by value. Either
 * failure is a 503.
 */
export async function health(c: Context<ServiceBindings>): Promise<Response> {
  const database = await isDatabaseUp(c.env)
  const { problems, remoteServices } = config(c.env)
  const sentences = problems.map(({ sentence }) => sentence)
  return c.json(
    { results: { database, problems: sentences, remote: remoteServices } },
    database && problems.length === 0 ? 200 : 503,
    { 'Cache-Control': 'no-store' },
  )
}
