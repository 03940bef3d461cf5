import { addDays, tokyoDay, tokyoDayStart } from '../src/domain/question-day.ts'
import { ensureDays } from '../src/worker/db/question.ts'
import type { App } from './app.ts'
import type { Dataset } from './dataset.ts'
import { bindingsOf, createPerson, insertComments } from './people.ts'

const PAST_QUESTIONS = 30

/**
 * Fills an app with 30 past questions, and today's with the data set's comments, each of another person.
 * @returns today's question id
 */
export async function seed(app: App, { comments }: Dataset): Promise<string> {
  await ensurePastDays({ ...(await bindingsOf(app)), DB: app.db }, PAST_QUESTIONS)
  const questionId = await app.todaysQuestionId()
  const people = await Promise.all(
    comments.map(({ user }) => createPerson(app, { username: user })),
  )
  await insertComments(
    app,
    comments.map(({ text, at }, index) => ({
      questionId,
      userId: people[index]!.userId,
      text,
      createdAt: Math.max(at, tokyoDayStart(tokyoDay(Date.now()))),
    })),
  )
  return questionId
}

async function ensurePastDays(env: Env, days: number): Promise<void> {
  const today = tokyoDay(Date.now())
  for (let back = days; back >= 0; back--) {
    const offset = back === 0 ? 0 : tokyoDayStart(addDays(today, -back)) - Date.now()
    await ensureDays(Object.assign({ ...env }, { CLOCK_OFFSET_MS: String(offset) }))
  }
}
