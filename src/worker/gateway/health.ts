import { withTimeout } from '../../domain/with-timeout.ts'
import { isCronLate } from '../alarms/alarms.ts'
import { config } from '../config/config.ts'
import type { ServiceContext } from '../http/service.ts'

const DATABASE_TIMEOUT_MS = 2_000

const ALARMS = `
  SELECT name FROM alarm WHERE name <> 'cronLate' ORDER BY name`

/** Names of the raised alarms; `undefined` when the database does not respond. */
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

/** 503 for the database, invalid variables and a late cron, which sends no alarms; others leave it 200. */
export async function health(c: ServiceContext): Promise<Response> {
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
