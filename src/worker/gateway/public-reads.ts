import type { Context } from 'hono'
import { tokyoDay } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import { questionCalls } from '../../contract/calls/question.ts'
import type { GatewayBindings } from '../http/gateway-bindings.ts'
import { countInMemory } from '../http/count-in-memory.ts'
import { errorResponse } from '../http/service.ts'
import { addressCounter } from '../identity/client-address.ts'
import { IsolateCache } from '../page-cache/isolate-cache.ts'

/**
 * Responses of the question service, which are the same for everybody, for one second: what thousands of readers ask
 * for at once is read from D1 once. It is internal to the gateway; clients get `Cache-Control: no-store`.
 */
const cache = new IsolateCache({ ttlMs: 1_000, staleMs: 1_000 })

const { readQuestion, listEvents, listQuestions, listQuestionnaires, listTranslations } =
  questionCalls

/** The parameters of each cached call: others change no response, so they are not part of a key. */
const parameters = new Map(
  [readQuestion, listEvents, listQuestions, listQuestionnaires, listTranslations].map(
    ({ path, query }) => [path.replace(/\/$/, ''), Object.keys(query.shape)],
  ),
)

/**
 * Answers a public read from the cache, or else by `read`, once for all who wait.
 * @param path the call's path below the service's base
 * @returns `undefined` for a request that is not a cacheable read
 */
export async function publicRead(
  c: Context<GatewayBindings>,
  path: string,
  read: () => Response | Promise<Response>,
): Promise<Response | undefined> {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return undefined
  const key = keyOf(path, new URL(c.req.url).searchParams, now(c.env))
  if (key === undefined) return undefined
  const nowMs = Date.now()
  if (!cache.has(key, nowMs)) {
    const retryAfter = await countRead(c)
    if (retryAfter > 0) return errorResponse('tooManyAttempts', { retryAfter })
  }
  const { body, status, headers } = await cache.getOrRender({
    key,
    nowMs,
    lifetime: c.executionCtx,
    render: async () => read(),
  })
  // The response to HEAD has no body.
  return new Response(
    status < 400 || body.byteLength === 0 ? body : withRequestId(body, c.var.requestId),
    {
      status,
      headers,
    },
  )
}

/** Makes what was just written through this isolate readable at once; other isolates follow within a second. */
export function purgePublicReads(): void {
  cache.purge(() => true)
}

/** `undefined` for other calls, and for repeated parameters, which are refused. */
function keyOf(path: string, query: URLSearchParams, nowMs: number): string | undefined {
  const names = parameters.get(path.replace(/\/$/, ''))
  if (!names || names.some((name) => query.getAll(name).length > 1)) return undefined
  return JSON.stringify([path, tokyoDay(nowMs), ...names.map((name) => query.get(name))])
}

async function countRead(c: Context<GatewayBindings>): Promise<number> {
  const name = await addressCounter(c.env, c.req.raw.headers, 'read')
  return countInMemory(name, config(c.env).limits.publicReadsPerMinute, now(c.env))
}

/** An error that several requests share has the id of each. */
function withRequestId(body: ArrayBuffer, requestId: string): string {
  return JSON.stringify({ ...JSON.parse(new TextDecoder().decode(body)), requestId })
}
