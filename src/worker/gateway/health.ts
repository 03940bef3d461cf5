import type { Context } from 'hono'
import { configuration, remoteServices } from '../config/configuration.ts'
import type { Bindings } from '../config/variable-checks.ts'
import type { ServiceBindings } from '../http/service.ts'

/** How long the database may take to answer, milliseconds. */
const PATIENCE = 2_000

async function isDatabaseUp(env: Env): Promise<boolean> {
  const answer = env.DB.prepare('SELECT 1')
    .first()
    .then(Boolean, () => false)
  return Promise.race([answer, scheduler.wait(PATIENCE).then(() => false)])
}

/**
 * `GET /healthz`: whether the database answers and what is wrong with the variables, by name and never by value; 503
 * for either.
 */
export async function health(c: Context<ServiceBindings>): Promise<Response> {
  const database = await isDatabaseUp(c.env)
  const problems = configuration(c.env).problems.map(({ sentence }) => sentence)
  const isHealthy = database && problems.length === 0
  return c.json(
    { results: { database, problems, remote: remoteServices(c.env as unknown as Bindings) } },
    isHealthy ? 200 : 503,
    { 'Cache-Control': 'no-store' },
  )
}
