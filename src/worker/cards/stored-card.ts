import { log, errorName } from '../logging/log.ts'
import { cardVersion, type CardText } from './card-text.ts'

/** Kept beside people's pictures, whose ids are no paths. */
const cardKey = (questionId: string, text: CardText) =>
  `card/${questionId}/${text.language}-${cardVersion(text)}.png`

/** A card as it is kept, else drawn now and kept for the next reader; what cannot be kept is answered all the same. */
export async function storedCard(
  env: Env,
  lifetime: Pick<ExecutionContext, 'waitUntil'>,
  questionId: string,
  text: CardText,
): Promise<Response> {
  const key = cardKey(questionId, text)
  const kept = await env.PICTURES.get(key).catch(() => null)
  if (kept) return new Response(kept.body)
  // The typesetting is loaded by those who draw only.
  const { drawCard } = await import('./draw-card.ts')
  const png = await drawCard(env.ASSETS, text)
  log(env, 'debug', 'card-drawn', { questionId, bytes: png.length })
  const keeping = env.PICTURES.put(key, png, { httpMetadata: { contentType: 'image/png' } })
  lifetime.waitUntil(
    keeping.catch((error: unknown) =>
      log(env, 'warn', 'card-not-kept', { error: errorName(error) }),
    ),
  )
  return new Response(png)
}
