import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { escapeMarkup } from '../../domain/escape-markup.ts'
import { ID } from '../../domain/id.ts'
import { FIRST_LANGUAGE, isLanguage } from '../../domain/language.ts'
import { isDay, tokyoDay } from '../../domain/question-day.ts'
import { questionText } from '../../domain/question.ts'
import { translator } from '../../i18n/server.ts'
import { publicQuestion } from '../cards/routes.ts'
import { now } from '../config/clock.ts'
import { publicDocumentHeaders } from '../http/headers.ts'
import { errorResponse, type GatewayBindings } from '../http/service.ts'
import { siteOrigin } from '../http/site-origin.ts'
import { pageCache } from '../page-cache/response-cache.ts'
import { localize, normalizePath } from '../pages/locale.ts'
import { forClient, page, rendered, rendererAddress } from './pages.ts'

/** `/embed/<day>`: a day's question in a frame of any site, without script and cookie. */
export async function embed(c: Context<GatewayBindings>): Promise<Response> {
  const { req, env, executionCtx: lifetime } = c
  const day = req.param('day') ?? ''
  if (!isDay(day)) return page(c)
  const accepted = parseAccept(req.header('Accept-Language') ?? '')
  const codes = [req.query('language'), ...accepted.map(({ type }) => type.slice(0, 2))]
  const language = codes.find(isLanguage) ?? FIRST_LANGUAGE
  const nowMs = now(env)
  const parameters = { of: day, day: tokyoDay(nowMs) }
  const address = rendererAddress(`/${language}/embed`, parameters, req.url, env)
  const render = async () => {
    const response = await rendered(c, { address, language })
    const { headers } = response
    if (!response.ok) return response
    const policy = headers.get('Content-Security-Policy') ?? ''
    headers.set('Content-Security-Policy', `script-src 'none'; frame-ancestors *; ${policy}`)
    headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
    headers.set('Content-Language', language)
    headers.set('Vary', 'Accept-Language, Accept-Encoding')
    return response
  }
  const copy = await pageCache.getOrRender({ key: String(address), nowMs, lifetime, render })
  return copy.status === 404 ? page(c) : forClient(req.raw, copy, nowMs)
}

const atMost = (limit: string | undefined, size: number): number =>
  /^[1-9]\d{0,3}$/.test(limit ?? '') ? Math.min(Number(limit), size) : size

/** oEmbed 1.0 of a question's page. The frame has the address's language, else its reader's. */
export async function oembed(c: Context<GatewayBindings>): Promise<Response> {
  const { url, format = 'json', maxwidth, maxheight } = c.req.query()
  if (!url) return errorResponse('contentNotFound')
  if (format !== 'json') return new Response(null, { status: 501 })
  const origin = siteOrigin(c.env, c.req.url)
  const asked = new URL(URL.canParse(url) ? url : 'about:blank')
  const { path, language, isExplicit } = localize(normalizePath(asked.pathname), null)
  const id = asked.searchParams.get('themeID') ?? ''
  const isQuestion = asked.origin === origin && path === '/theme_details' && ID.test(id)
  if (!isQuestion) return errorResponse('dataNotFound')
  const question = await publicQuestion(c.env, c.executionCtx, id)
  if (question instanceof Response) return question
  const title = questionText(question, language)
  const query = isExplicit ? `?language=${language}` : ''
  const address = `${origin}/embed/${tokyoDay(question.previewAt * 1000)}${query}`
  const width = atMost(maxwidth, 600)
  // Fits the longest question at 320 px.
  const height = atMost(maxheight, 320)
  const body = {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: translator(language)('site.name'),
    provider_url: origin,
    cache_age: 3600,
    width,
    height,
    html: `<iframe src="${address}" title="${escapeMarkup(title)}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy"></iframe>`,
  }
  return c.json(body, 200, { ...publicDocumentHeaders, 'Cache-Control': 'public, max-age=3600' })
}
