import type { Context } from 'hono'
import { MINUTE_MS } from '../../domain/durations.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'
import type { Call } from '../../contract/call.ts'
import { asError, caughtErrorResponse, type GatewayBindings } from '../http/service.ts'
import { countNetwork } from '../identity/rate-limit.ts'
import { ResponseCache } from '../page-cache/response-cache.ts'

/**
 * Responses to public reads (`isPublicRead` of a call), which are the same for everybody, for one second: what thousands
 * of readers ask for at once is read from D1 once. It is internal to the gateway; clients get `Cache-Control: no-store`.
 */
const cache = new ResponseCache({ ttlMs: 1_000, staleMs: 1_000 })

/**
 * Answers a public read from the cache, or else by `read`, once for all who wait.
 * @returns `undefined` for repeated parameters, which are refused
 */
export async function publicRead(
  c: Context<GatewayBindings>,
  call: Call,
  read: () => Response | Promise<Response>,
): Promise<Response | undefined> {
  const key = keyOf(call, new URL(c.req.url).searchParams, now(c.env))
  if (key === undefined) return undefined
  const nowMs = Date.now()
  if (!cache.fresh(key, nowMs)) {
    try {
      await countNetwork(c, 'publicReadsPerMinute', { windowMs: MINUTE_MS, isCoarse: true })
    } catch (error) {
      return caughtErrorResponse(asError(error), c)
    }
  }
  const { body, status, headers } = await cache.getOrRender({
    key,
    nowMs,
    lifetime: c.executionCtx,
    render: read,
  })
  const own = status < 400 ? body : withRequestId(body, c.var.requestId)
  return new Response(own, { status, headers })
}

/** Makes what was just written through this isolate readable at once; other isolates follow within a second. */
export function purgePublicReads(): void {
  cache.purge()
}

/** Parameters that the call does not describe change no response, so they are not part of its key. */
function keyOf(call: Call, query: URLSearchParams, nowMs: number): string | undefined {
  const names = Object.keys(call.query?.shape ?? {})
  if (names.some((name) => query.getAll(name).length > 1)) return undefined
  return JSON.stringify([call.id, tokyoDay(nowMs), ...names.map((name) => query.get(name))])
}

/** An error that several requests share has the id of each. */
function withRequestId(body: ArrayBuffer, requestId: string): string {
  return JSON.stringify({ ...JSON.parse(new TextDecoder().decode(body)), requestId })
}
