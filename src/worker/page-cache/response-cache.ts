import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Language } from '../../domain/language.ts'
import { newId } from '../db/id.ts'
import { isKnown } from '../http/etag.ts'
import { cookieLanguage } from '../pages/locale.ts'
import { logBatched } from '../logging/batched-log.ts'
import type { GatewayBindings, Repeatable } from '../http/gateway-bindings.ts'

interface HotPage extends Repeatable {
  headers: Headers
  etag: string
  /** What the log says of an answer with the page, and of a 304, as JSON without the opening brace. */
  facts: { whole: string; known: string }
}

const MOST_PAGES = 100

/** Whole answers by language and address. */
const hotPages = new Map<string, HotPage>()
let forgettings = 0

/** Nothing else of a request changes a page's answer: no other cookie, no header, not where it comes from. */
const nameOf = ({ url, headers }: Request): string => {
  const language: Language = cookieLanguage(headers.get('Cookie'))
  return `${language} ${url}`
}

/** The answer that another request got a moment ago: what a busy page costs while nothing has changed. */
export function hotPage(
  request: Request,
  env: Env,
  lifetime: Pick<ExecutionContext, 'waitUntil'>,
): Response | undefined {
  if (request.method !== 'GET') return undefined
  const page = hotPages.get(nameOf(request))
  const nowMs = Date.now()
  if (!page || nowMs >= page.until) return undefined
  const { headers, facts } = page
  const isRead = isKnown(request.headers.get('If-None-Match'), page.etag)
  const answer = isRead
    ? new Response(null, { status: 304, headers })
    : new Response(page.body, { headers })
  const requestId = newId()
  answer.headers.set('X-Request-Id', requestId)
  logBatched(env, lifetime, requestId, isRead ? facts.known : facts.whole, nowMs)
  return answer
}

/**
 * Middleware: stores the whole response of a page that allows it, with every header but the request id.
 * @param factsOf what the log says of the request
 */
export const responseCache = (factsOf: (c: Context<GatewayBindings>) => object) =>
  createMiddleware<GatewayBindings>(async (c, next) => {
    const before = forgettings
    await next()
    const repeatable = c.get('hotPage')
    if (forgettings !== before || !repeatable || c.res.status !== 200 || c.req.method !== 'GET')
      return
    const headers = new Headers(c.res.headers)
    headers.delete('X-Request-Id')
    const facts = factsOf(c)
    const rest = (status: number) => JSON.stringify({ ...facts, status }).slice(1)
    if (hotPages.size >= MOST_PAGES) hotPages.clear()
    hotPages.set(nameOf(c.req.raw), {
      ...repeatable,
      headers,
      etag: headers.get('ETag') ?? '',
      facts: { whole: rest(200), known: rest(304) },
    })
  })

/** Lets nothing be repeated that was kept, or was being made. */
export function clearResponseCache(): void {
  forgettings++
  hotPages.clear()
}
