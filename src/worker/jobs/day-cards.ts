import { waitUntil } from 'cloudflare:workers'
import { languages } from '../../domain/language.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'
import { cardText } from '../cards/card-text.ts'
import { storedCard } from '../cards/stored-card.ts'
import { questionCalls } from '../../contract/calls/question.ts'
import { readResults } from '../remote/locate-services.ts'

/** The day whose cards this isolate has seen to. */
let knownDay = ''

/**
 * Draws the cards of today's question once its day has begun; no card is made of a question that is still to come.
 * A card that cannot be drawn is tried once: the first request for it draws it too, or gets the site's picture.
 */
export async function drawDayCards(env: Env): Promise<void> {
  const day = tokyoDay(now(env))
  if (day === knownDay) return
  const results = await readResults(questionCalls.listQuestions, { limit: 1 }, env, { waitUntil })
  if (results instanceof Response) throw new Error(`question service: ${results.status}`)
  const [question] = results
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
