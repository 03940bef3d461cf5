import { operatorCalls } from '../../contract/calls/operator.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { errorName, log } from '../logging/log.ts'
import { readResults } from '../remote/locate-services.ts'
import type { Lifetime } from '../http/service.ts'

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
