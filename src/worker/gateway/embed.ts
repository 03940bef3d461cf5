import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { questionCalls } from '../../contract/calls/question.ts'
import type { Question } from '../../contract/schemas.ts'
import { HOUR_MS, epochSeconds } from '../../domain/durations.ts'
import { escapeMarkup } from '../../domain/escape-markup.ts'
import { ID } from '../../domain/id.ts'
import { FIRST_LANGUAGE, isLanguage, type Language } from '../../domain/language.ts'
import { isDay, tokyoDay } from '../../domain/question-day.ts'
import { questionText } from '../../domain/question.ts'
import { translator } from '../../i18n/server.ts'
import { now } from '../config/clock.ts'
import { publicDocumentHeaders } from '../http/headers.ts'
import { errorResponse, type GatewayBindings } from '../http/service.ts'
import { siteOrigin } from '../http/site-origin.ts'
import { pageCache } from '../page-cache/response-cache.ts'
import { localize, normalizePath } from '../pages/locale.ts'
import { readResults } from '../remote/locate-services.ts'
import { forClient, page, rendered, rendererAddress } from './pages.ts'

/** `/embed/<day>`: a day's question in a frame of any site, without script and cookie. */
export async function embed(c: Context<GatewayBindings>): Promise<Response> {
  const day = c.req.param('day') ?? ''
  if (!isDay(day)) return page(c)
  const nowMs = now(c.env)
  const language = wantedLanguage(c)
  const parameters = { of: day, day: tokyoDay(nowMs) }
  const address = rendererAddress(`/${language}/embed`, parameters, c.req.url, c.env)
  const copy = await pageCache.getOrRender({
    key: String(address),
    nowMs,
    lifetime: c.executionCtx,
    render: async () => frameable(await rendered(c, { address, language }), language),
  })
  return copy.status === 404 ? page(c) : forClient(c.req.raw, copy, nowMs)
}

function frameable(response: Response, language: Language): Response {
  if (!response.ok) return response
  const policy = response.headers.get('Content-Security-Policy') ?? ''
  response.headers.set('Content-Security-Policy', `script-src 'none'; frame-ancestors *; ${policy}`)
  response.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  response.headers.set('Content-Language', language)
  response.headers.set('Vary', 'Accept-Language, Accept-Encoding')
  return response
}

function wantedLanguage({ req }: Context<GatewayBindings>): Language {
  const accepted = parseAccept(req.header('Accept-Language') ?? '')
  const codes = [req.query('language'), ...accepted.map(({ type }) => type.slice(0, 2))]
  return codes.find(isLanguage) ?? FIRST_LANGUAGE
}

const WIDTH = 600
/** Fits the longest question at 320 px. */
const HEIGHT = 320
const CACHE_AGE_S = epochSeconds(HOUR_MS)

/** `/oembed` (oembed.com) of a question's page; in its language, else in the reader's. */
export async function oembed(c: Context<GatewayBindings>): Promise<Response> {
  const { url, format = 'json', maxwidth, maxheight } = c.req.query()
  if (!url) return errorResponse('contentNotFound')
  if (format !== 'json') return new Response(null, { status: 501 })
  const origin = siteOrigin(c.env, c.req.url)
  const asked = URL.canParse(url) ? new URL(url) : undefined
  const questionId = asked?.searchParams.get('themeID') ?? ''
  const { path, language, isExplicit } = localize(normalizePath(asked?.pathname ?? ''), null)
  if (asked?.origin !== origin || path !== '/theme_details' || !ID.test(questionId))
    return errorResponse('dataNotFound')
  const query = isExplicit ? `?language=${language}` : ''
  const size = { width: atMost(maxwidth, WIDTH), height: atMost(maxheight, HEIGHT) }
  const nowMs = now(c.env)
  const copy = await pageCache.getOrRender({
    key: JSON.stringify(['oembed', origin, questionId, query, size]),
    nowMs,
    lifetime: c.executionCtx,
    render: async () => {
      const call = questionCalls.readQuestion
      const parameters = { questionId, commentsLimit: 1 }
      const results = await readResults(call, parameters, c.env, c.executionCtx)
      if (results instanceof Response) return results
      return richEmbed(results[0]!, language, origin, query, size)
    },
  })
  return forClient(c.req.raw, copy, nowMs)
}

/** The lesser of a parameter and a size, in CSS pixels. */
const atMost = (limit: string | undefined, size: number): number =>
  /^[1-9]\d{0,3}$/.test(limit ?? '') ? Math.min(Number(limit), size) : size

function richEmbed(
  question: Question,
  language: Language,
  origin: string,
  query: string,
  size: { width: number; height: number },
): Response {
  const title = questionText(question, language)
  const address = `${origin}/embed/${tokyoDay(question.previewAt * 1000)}${query}`
  const body = {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: translator(language)('site.name'),
    provider_url: origin,
    cache_age: CACHE_AGE_S,
    ...size,
    html: `<iframe src="${address}" title="${escapeMarkup(title)}" width="${size.width}" height="${size.height}" style="border:0;max-width:100%" loading="lazy"></iframe>`,
  }
  const lifetime = { 'Cache-Control': `public, max-age=${CACHE_AGE_S}` }
  return Response.json(body, { headers: { ...publicDocumentHeaders, ...lifetime } })
}
