import { log, errorName } from '../logging/log.ts'
import { cardVersion, type CardText } from './card-text.ts'
import type { Lifetime } from '../http/lifetime.ts'

/** In the bucket of the profile pictures, whose ids hold no slash. */
const cardKey = (questionId: string, text: CardText) =>
  `card/${questionId}/${text.language}-${cardVersion(text)}.png`

/** The card from R2, or drawn now and stored for the next request; a failure to store it is only logged. */
export async function storedCard(
  env: Env,
  lifetime: Lifetime,
  questionId: string,
  text: CardText,
): Promise<Response> {
  const key = cardKey(questionId, text)
  const stored = await env.PICTURES.get(key).catch(() => null)
  if (stored) return new Response(stored.body)
  // A lazy import: only a request that draws loads the typesetting.
  const { drawCard } = await import('./draw-card.ts')
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
