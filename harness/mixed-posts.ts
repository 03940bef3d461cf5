import { MINUTE_MS } from '../src/domain/durations.ts'
import type { App } from './app.ts'
import { createPeople, insertComments } from './people.ts'
import { todaysQuestionId } from './todays-question-id.ts'
import { translationPairs } from './translation-pairs.ts'

export async function insertMixedPosts(app: App, count: number): Promise<string[]> {
  const texts = translationPairs.slice(0, count).map(([ja, en], index) => (index % 2 ? en : ja))
  const questionId = await todaysQuestionId(app)
  const people = await createPeople(app, count)
  await insertComments(
    app,
    texts.map((text, index) => ({
      id: `mixed-${index}`,
      questionId,
      userId: people[index]!.userId,
      slot: 1,
      text,
      createdAt: Date.now() - (count - index) * MINUTE_MS,
    })),
  )
  return texts
}

export const settingsFor = (server: { origin: string; key: string }) => ({
  TRANSLATOR: 'libretranslate',
  TRANSLATOR_URL: server.origin,
  TRANSLATOR_KEY: server.key,
})
