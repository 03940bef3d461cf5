import { createMiddleware } from 'hono/factory'
import { operatorCalls } from '../../contract/contract.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { now } from '../config/clock.ts'
import type { GatewayBindings, Lifetime } from '../http/service.ts'
import { errorName, log } from '../logging/log.ts'
import { readResults } from '../remote/locate-services.ts'

const SWITCHING_PROTOCOLS = 101

/** `Server-Timing` entry with the server's time, epoch ms, because device clocks may be wrong. */
export function clockTiming(env: Env): string {
  return `clock;desc="${now(env)}"`
}

export const serverClock = createMiddleware<GatewayBindings>(async (c, next) => {
  await next()
  if (c.res.status === SWITCHING_PROTOCOLS) return
  c.header('Server-Timing', clockTiming(c.env))
})

const TTL_MS = 30_000
/** An isolate without requests may know an old announcement; stop naming it after this. */
const MAX_AGE_MS = MINUTE_MS

let startsAt: number | undefined
let requestedAt = -Infinity
let knownAt = -Infinity
/** Last problem, so that a lasting one is logged once. */
let problem: string | undefined

export function refreshAnnouncement(env: Env, lifetime: Lifetime): void {
  const nowMs = now(env)
  if (Math.abs(nowMs - requestedAt) < TTL_MS) return
  requestedAt = nowMs
  lifetime.waitUntil(readAnnouncement(env, lifetime))
}

async function readAnnouncement(env: Env, lifetime: Lifetime): Promise<void> {
  try {
    const results = await readResults(operatorCalls.readAnnouncement, {}, env, lifetime)
    if (results instanceof Response) throw new Error(`operator service: ${results.status}`)
    startsAt = results[0]?.startsAt
    knownAt = now(env)
    problem = undefined
  } catch (error) {
    const name = errorName(error)
    if (name !== problem) log(env, 'warn', 'announcement', { error: name })
    problem = name
  }
}

/** `Server-Timing` entry with the announcement's start; none when there is none or it is unknown. */
export function announcementTiming(env: Env): string | undefined {
  return startsAt === undefined || Math.abs(now(env) - knownAt) > MAX_AGE_MS
    ? undefined
    : `news;desc="${new Date(startsAt * 1000).toISOString()}"`
}
