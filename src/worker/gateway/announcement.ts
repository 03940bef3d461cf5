import { errorName, log } from '../logging/log.ts'
import { services, type Lifetime } from '../remote/services.ts'

/** Milliseconds for which an isolate trusts what the operator service said. */
const TTL_MS = 30_000
const SERVICE_TIMEOUT_MS = 3_000

/** Start of the current announcement, epoch seconds. */
let startsAt: number | undefined
let askedAt = -Infinity

/** Asks in the background which announcement is current, so that a later page can name it. */
export function askAnnouncement(env: Env, lifetime: Lifetime): void {
  if (Date.now() - askedAt < TTL_MS) return
  askedAt = Date.now()
  lifetime.waitUntil(ask(env, lifetime))
}

async function ask(env: Env, lifetime: Lifetime): Promise<void> {
  try {
    const signal = AbortSignal.timeout(SERVICE_TIMEOUT_MS)
    const request = new Request('http://operator/announcement', { signal })
    const response = await services(env, lifetime).operator.fetch(request)
    if (!response.ok) throw new Error(`operator service: ${response.status}`)
    const { results } = await response.json<{ results: { startsAt: number }[] }>()
    startsAt = results[0]?.startsAt
  } catch (error) {
    log(env, 'warn', 'announcement', { error: errorName(error) })
  }
}

/** The `Server-Timing` entry that names the current announcement by its start; none without one. */
export function announcementTiming(): string | undefined {
  return startsAt === undefined
    ? undefined
    : `news;desc="${new Date(startsAt * 1000).toISOString()}"`
}
