import type { Context } from 'hono'
import { MINUTE_MS } from '../../domain/durations.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'
import type { Call } from '../../contract/call.ts'
import { asError, caughtErrorResponse, type GatewayBindings } from '../http/service.ts'
import { countNetwork } from '../identity/rate-limit.ts'
import { ResponseCache } from '../page-cache/response-cache.ts'

/** A crowd costs one D1 read a second. Internal to the gateway; clients get `Cache-Control: no-store`. */
const cache = new ResponseCache({ ttlMs: 1_000, staleMs: 1_000 })

/** @returns `undefined` for repeated parameters, which are refused */
export async function publicRead(
  c: Context<GatewayBindings>,
  call: Call,
  read: () => Response | Promise<Response>,
): Promise<Response | undefined> {
  const nowMs = now(c.env)
  const key = keyOf(call, new URL(c.req.url).searchParams, nowMs)
  if (key === undefined) return undefined
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

/** Makes a write through this isolate readable at once; other isolates follow within a second. */
export function purgePublicReads(): void {
  cache.purge()
}

/** Undeclared parameters change no response, so the key omits them. */
function keyOf(call: Call, query: URLSearchParams, nowMs: number): string | undefined {
  const names = Object.keys(call.query?.shape ?? {})
  if (names.some((name) => query.getAll(name).length > 1)) return undefined
  return JSON.stringify([call.id, tokyoDay(nowMs), ...names.map((name) => query.get(name))])
}

/** Gives each request that shares an error its own id. */
function withRequestId(body: ArrayBuffer, requestId: string): string {
  return JSON.stringify({ ...JSON.parse(new TextDecoder().decode(body)), requestId })
}
