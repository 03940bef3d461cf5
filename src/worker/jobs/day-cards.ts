import { waitUntil } from 'cloudflare:workers'
import { languages } from '../../domain/language.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import type { Question } from '../../contract/schemas.ts'
import { now } from '../config/clock.ts'
import { cardText } from '../cards/card-text.ts'
import { storedCard } from '../cards/stored-card.ts'
import { services } from '../remote/services.ts'

/** The day whose cards this isolate has seen to. */
let knownDay = ''

/**
 * Draws the cards of today's question once its day has begun; no card is made of a question that is still to come.
 * What cannot be drawn is tried once: the first who asks for a card draws it too, or gets what stands in for it.
 */
export async function drawDayCards(env: Env): Promise<void> {
  const day = tokyoDay(now(env))
  if (day === knownDay) return
  const answer = await services(env, { waitUntil }).question.fetch(
    new Request('http://question/question/?limit=1'),
  )
  if (!answer.ok) throw new Error(`question service: ${answer.status}`)
  const [question] = (await answer.json<{ results: Question[] }>()).results
  if (!question || tokyoDay(question.previewAt * 1000) !== day) return
  knownDay = day
  for (const language of languages) {
    const card = await storedCard(
      env,
      { waitUntil },
      question.questionId,
      cardText(question, language),
    )
    await card.body?.cancel()
  }
}
