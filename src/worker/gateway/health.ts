import type { Context } from 'hono'
import { withTimeout } from '../../domain/with-timeout.ts'
import { isCronLate } from '../alarms/alarms.ts'
import { config } from '../config/config.ts'
import type { ServiceBindings } from '../http/service.ts'

const DATABASE_TIMEOUT_MS = 2_000

const ALARMS = `
  SELECT name FROM alarm WHERE name <> 'cronLate' ORDER BY name`

/** The names of the alarms that are raised; `undefined` when the database does not respond. */
async function raisedAlarms(env: Env): Promise<string[] | undefined> {
  const read = async () => {
    const [isLate, { results }] = await Promise.all([
      isCronLate(env),
      env.DB.prepare(ALARMS).all<{ name: string }>(),
    ])
    return [...(isLate ? ['cronLate'] : []), ...results.map(({ name }) => name)]
  }
  return withTimeout(read(), DATABASE_TIMEOUT_MS).catch(() => undefined)
}

/**
 * `GET /healthz`: whether the database responds, which variables are wrong, by name and never by value, and which
 * alarms are raised. The first two are a 503, and so is a late cron, which sends no alarms. Other alarms leave it 200,
 * since the site serves its readers.
 */
export async function health(c: Context<ServiceBindings>): Promise<Response> {
  const alarms = await raisedAlarms(c.env)
  const database = alarms !== undefined
  const { problems, remoteServices } = config(c.env)
  const sentences = problems.map(({ sentence }) => sentence)
  const isWell = database && problems.length === 0 && !alarms.includes('cronLate')
  return c.json(
    { results: { database, problems: sentences, remote: remoteServices, alarms: alarms ?? [] } },
    isWell ? 200 : 503,
    { 'Cache-Control': 'no-store' },
  )
}
