import { Hono } from 'hono'
import { ID } from '../../domain/id.ts'
import { etagMatches, IMMUTABLE, INERT } from '../http/headers.ts'
import { isLanguage, type Language } from '../../domain/language.ts'
import type { Question } from '../../contract/schemas.ts'
import { errorResponse, type GatewayBindings, type Lifetime } from '../http/service.ts'
import { now } from '../config/clock.ts'
import { log, errorName } from '../logging/log.ts'
import { pageCache, type CachedResponse } from '../page-cache/response-cache.ts'
import { questionCalls } from '../../contract/calls/question.ts'
import { readResults } from '../remote/locate-services.ts'
import { cardText, cardVersion, type CardText } from './card-text.ts'

/** Other sites embed cards. */
const headers = {
  'Content-Type': 'image/png',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': INERT,
}
/** A card without a version in its address may change; a replacement expires soon. */
const FOR_A_WHILE = 'public, max-age=300'

/** A public question's link preview; the site's picture replaces a card that cannot be drawn. */
export const cardRoutes = new Hono<GatewayBindings>({ strict: false }).get(
  '/:questionId/:file',
  async (c) => {
    const [language, extension] = c.req.param('file').split('.')
    const questionId = c.req.param('questionId')
    if (!ID.test(questionId) || !isLanguage(language) || extension !== 'png')
      return errorResponse('dataNotFound')
    try {
      const question = await publicQuestion(c.env, c.executionCtx, questionId)
      if (question instanceof Response) {
        if (question.status === 404) return question
        throw new Error(`question service: ${question.status}`)
      }
      const text = cardText(question, language)
      const version = cardVersion(text)
      const card = await pageCache.getOrRender({
        key: `card:${questionId}:${version}`,
        nowMs: now(c.env),
        lifetime: c.executionCtx,
        render: () => storedCard(c.env, c.executionCtx, questionId, text),
      })
      const lifetime = c.req.query('v') === version ? IMMUTABLE : FOR_A_WHILE
      return cardResponse(card, `"${version}"`, lifetime, c.req.header('If-None-Match'))
    } catch (error) {
      log(c.env, 'warn', 'card-not-drawn', { error: errorName(error) })
      return sitePicture(c.env, language)
    }
  },
)

/** Reads the card from R2, or draws and stores it; a failed store is only logged. */
async function storedCard(
  env: Env,
  lifetime: Lifetime,
  questionId: string,
  text: CardText,
): Promise<Response> {
  // The bucket is shared with profile pictures, whose ids hold no slash.
  const key = `card/${questionId}/${text.language}-${cardVersion(text)}.png`
  const stored = await env.PICTURES.get(key).catch(() => null)
  if (stored) return new Response(stored.body)
  // Loaded lazily: only drawing needs the typesetting.
  const { drawCard } = await import('./card-design.ts')
  const png = await drawCard(env.ASSETS, text)
  log(env, 'debug', 'card-drawn', { questionId, bytes: png.length })
  const writing = env.PICTURES.put(key, png, { httpMetadata: { contentType: 'image/png' } })
  lifetime.waitUntil(
    writing.catch((error: unknown) =>
      log(env, 'warn', 'card-not-kept', { error: errorName(error) }),
    ),
  )
  return new Response(png)
}

/** @returns the question, or the error response: 404 when no public question has this id */
async function publicQuestion(
  env: Env,
  lifetime: Lifetime,
  questionId: string,
): Promise<Question | Response> {
  const query = { questionId, commentsLimit: 1 }
  const results = await readResults(questionCalls.readQuestion, query, env, lifetime)
  return results instanceof Response ? results : (results[0] ?? errorResponse('dataNotFound'))
}

function cardResponse(
  { body }: CachedResponse,
  tag: string,
  lifetime: string,
  ifNoneMatch?: string,
) {
  const all = { ...headers, ETag: tag, 'Cache-Control': lifetime }
  return etagMatches(ifNoneMatch, tag)
    ? new Response(null, { status: 304, headers: all })
    : new Response(body, { headers: all })
}

async function sitePicture(env: Env, language: Language): Promise<Response> {
  const response = await env.ASSETS.fetch(`http://assets/brand-${language}.png`)
  if (!response.ok) return errorResponse('dataNotFound')
  return new Response(response.body, { headers: { ...headers, 'Cache-Control': FOR_A_WHILE } })
}
