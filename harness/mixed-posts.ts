import { MINUTE_MS } from '../src/domain/durations.ts'
import type { App } from './app.ts'
import { demonstratedTexts } from './dataset.ts'
import { createPeople, insertComments } from './people.ts'

export async function insertMixedPosts(app: App, count: number): Promise<string[]> {
  const { japanese, english } = demonstratedTexts()
  const texts = Array.from(
    { length: count },
    (_, index) => (index % 2 ? english : japanese)[index]!,
  )
  const questionId = await app.todaysQuestionId()
  const people = await createPeople(app, count)
  await insertComments(
    app,
    texts.map((text, index) => ({
      id: `mixed-${index}`,
      questionId,
      userId: people[index]!.userId,
      text,
      createdAt: Date.now() - (count - index) * MINUTE_MS,
    })),
  )
  return texts
}
