import { readFileSync } from 'node:fs'
import { MINUTE_MS } from '../src/domain/durations.ts'
import type { App } from './app.ts'
import { inProject } from './local/run.ts'
import { createPeople, insertComments } from './people.ts'
import { todaysQuestionId } from './todays-question-id.ts'

/** 50 realistic posts, each natural in Japanese and English: a reference for translations. */
export const translationPairs: readonly (readonly [ja: string, en: string])[] = readFileSync(
  inProject('harness/translation-pairs.tsv'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [string, string])

export const knownTranslations: ReadonlyMap<string, string> = new Map(
  translationPairs.flatMap(([ja, en]) => [
    [ja, en],
    [en, ja],
  ]),
)

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
