import { createMiddleware } from 'hono/factory'
import { operatorCalls } from '../../contract/contract.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { now } from '../config/clock.ts'
import type { GatewayBindings, Lifetime } from '../http/service.ts'
import { errorName, log } from '../logging/log.ts'
import { readResults } from '../remote/locate-services.ts'

const SWITCHING_PROTOCOLS = 101

/** The `Server-Timing` entry with the server's time, epoch milliseconds: a device's own clock may be wrong. */
export function clockTiming(env: Env): string {
  return `clock;desc="${now(env)}"`
}

/** Adds the server's time to the response of a call. */
export const serverClock = createMiddleware<GatewayBindings>(async (c, next) => {
  await next()
  if (c.res.status === SWITCHING_PROTOCOLS) return
  c.header('Server-Timing', clockTiming(c.env), { append: true })
})

/** Time for which an isolate trusts what the operator service said. */
const TTL_MS = 30_000
/** Time after which it is not named any more: an isolate without requests knows an old one. */
const MAX_AGE_MS = MINUTE_MS

/** Start of the current announcement, epoch seconds. */
let startsAt: number | undefined
let requestedAt = -Infinity
let knownAt = -Infinity
/** The last problem: a lasting one is logged once. */
let problem: string | undefined

/** Asks in the background which announcement is current, so that a later page can name it. */
export function refreshAnnouncement(env: Env, lifetime: Lifetime): void {
  if (Date.now() - requestedAt < TTL_MS) return
  requestedAt = Date.now()
  lifetime.waitUntil(readAnnouncement(env, lifetime))
}

async function readAnnouncement(env: Env, lifetime: Lifetime): Promise<void> {
  try {
    const results = await readResults(operatorCalls.readAnnouncement, {}, env, lifetime)
    if (results instanceof Response) throw new Error(`operator service: ${results.status}`)
    startsAt = results[0]?.startsAt
    knownAt = Date.now()
    problem = undefined
  } catch (error) {
    const name = errorName(error)
    if (name !== problem) log(env, 'warn', 'announcement', { error: name })
    problem = name
  }
}

/** The `Server-Timing` entry that names the current announcement by its start; none without one or where it is not known. */
export function announcementTiming(): string | undefined {
  return startsAt === undefined || Date.now() - knownAt > MAX_AGE_MS
    ? undefined
    : `news;desc="${new Date(startsAt * 1000).toISOString()}"`
}
