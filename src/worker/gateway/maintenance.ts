import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { z } from 'zod'
import { changesData } from '../../contract/call.ts'
import { authCalls } from '../../contract/calls/auth.ts'
import { questionCalls } from '../../contract/calls/question.ts'
import { findCall, operatorCalls } from '../../contract/contract.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import {
  isDuring,
  maintainedServices,
  maintenanceWindow,
  type MaintenanceWindow,
} from '../../domain/maintenance.ts'
import { now } from '../config/clock.ts'
import { errorResponse, type GatewayBindings, type Lifetime } from '../http/service.ts'
import { log, errorName } from '../logging/log.ts'
import { type ReadCall, readResults } from '../remote/locate-services.ts'

/** A new window or announcement takes effect within this time. */
const TTL_MS = 30_000
/** Delay before an isolate without windows requests them again. */
const RETRY_AFTER_MS = 3_000
/** How long a change waits for the services' current windows. */
const MAX_WAIT_MS = 1_000
/** `undefined` before this isolate's first response. */
let windows: MaintenanceWindow[] | undefined
/** An isolate without requests may know an old announcement; stop naming it after this. */
const NEWS_MAX_AGE_MS = MINUTE_MS
/** `start` of the announcement, if there is one, epoch seconds. */
let news: { start: number | null; readAt: number } | undefined
let requestedAt = -Infinity
let pending: Promise<void> | undefined
/** Last problem of each call, so that a lasting one is logged once. */
const problems = new Map<string, string>()

const maintenanceCalls = {
  auth: authCalls.authMaintenance,
  question: questionCalls.questionMaintenance,
}

/** Requests windows and announcement before rendering, so that they are known when the page is ready. */
export function refreshMaintenance(env: Env, lifetime: Lifetime): void {
  // The request that waits for the first response may be cancelled, so the next one retries.
  const nowMs = now(env)
  if (Math.abs(nowMs - requestedAt) < (windows ? TTL_MS : RETRY_AFTER_MS)) return
  requestedAt = nowMs
  const current = readWindows(env, lifetime).finally(() => {
    if (pending === current) pending = undefined
  })
  pending = current
  lifetime.waitUntil(current)
  lifetime.waitUntil(readNews(env, lifetime))
}

async function readWindows(env: Env, lifetime: Lifetime): Promise<void> {
  const readWindows: MaintenanceWindow[] = []
  // The second service is asked only while the first is not in its window (`docs/product.md#maintenance`).
  for (const service of maintainedServices) {
    const window = await ask(maintenanceCalls[service], maintenanceWindow, env, lifetime)
    if (!window) continue
    readWindows.push(window)
    if (isDuring(window, now(env))) break
  }
  windows = readWindows
}

async function readNews(env: Env, lifetime: Lifetime): Promise<void> {
  const read = ([one]: { startsAt: number }[]) => one?.startsAt ?? null
  const start = await ask(operatorCalls.readAnnouncement, read, env, lifetime)
  if (start !== undefined) news = { start, readAt: now(env) }
}

/** What a call's results say; `undefined` for a failure, which is logged. */
async function ask<Results extends z.ZodType, Value>(
  call: ReadCall<Results>,
  read: (results: z.output<Results>) => Value,
  env: Env,
  lifetime: Lifetime,
): Promise<Value | undefined> {
  let problem: string
  try {
    const results = await readResults(call, {}, env, lifetime)
    if (!(results instanceof Response)) {
      const value = read(results)
      problems.delete(call.id)
      return value
    }
    problem = `status ${results.status}`
  } catch (error) {
    problem = errorName(error)
  }
  const { id, service } = call
  if (problems.get(id) !== problem) log(env, 'warn', 'maintenance', { service, call: id, problem })
  problems.set(id, problem)
  return undefined
}

function currentWindow(env: Env): MaintenanceWindow | undefined {
  return windows?.find((window) => isDuring(window, now(env)))
}

/**
 * `Server-Timing` entry for the page's script: `<start>-<end>` in epoch seconds, `none`, or `unknown` before the first
 * response; then the script calls `maintenanceNow`. Always present, so that a stored page keeps no old one.
 */
export function maintenanceTiming(env: Env): string {
  const window = currentWindow(env)
  const entry = window ? `${window.start}-${window.end}` : windows ? 'none' : 'unknown'
  return `maintenance;desc="${entry}"`
}

/** `Server-Timing` entry with the announcement's start; none when there is none or it is unknown. */
export function announcementTiming(env: Env): string | undefined {
  if (!news?.start || Math.abs(now(env) - news.readAt) > NEWS_MAX_AGE_MS) return undefined
  return `news;desc="${new Date(news.start * 1000).toISOString()}"`
}

async function awaitedWindow(env: Env, lifetime: Lifetime): Promise<MaintenanceWindow | undefined> {
  refreshMaintenance(env, lifetime)
  if (pending) await Promise.race([pending, scheduler.wait(MAX_WAIT_MS)])
  return currentWindow(env)
}

export async function maintenanceNow(c: Context<GatewayBindings>): Promise<Response> {
  const window = await awaitedWindow(c.env, c.executionCtx)
  return c.json({ results: window ? [window] : [] }, 200, { 'Cache-Control': 'no-store' })
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** 503 / -1004 with `Retry-After` and `Maintenance`, which no other 503 has. Reads pass. */
export const refuseChanges = createMiddleware<GatewayBindings>(async (c, next) => {
  const { method, path } = c.req
  const call = findCall(method, path)
  const isUnknown = !call && path.startsWith('/service/')
  if (isUnknown || (call ? !changesData(call) : READS.has(method))) {
    await next()
    if (call !== operatorCalls.planWindow) return
    requestedAt = -Infinity
    refreshMaintenance(c.env, c.executionCtx)
    return
  }
  const window = await awaitedWindow(c.env, c.executionCtx)
  if (!window) return next()
  const response = errorResponse('databaseConnectionFailed', {
    retryAfter: Math.max(1, Math.ceil(window.end - now(c.env) / 1000)),
  })
  response.headers.set('Maintenance', '1')
  return response
})
