import { addDays, tokyoDay, tokyoDayStart } from '../src/domain/question-day.ts'
import { newShortId } from '../src/worker/db/id.ts'
import { ensureDays } from '../src/worker/db/question.ts'
import type { App } from './app.ts'
import { bindingsOf, createPeople, insertComments } from './people.ts'
import type { Dataset } from './dataset.ts'

const PAST_QUESTIONS = 30

/**
 * Fills an app with 30 past questions, and today's with the data set's comments, at most three per person.
 * @returns today's question id
 */
export async function seed(app: App, { comments }: Dataset): Promise<string> {
  const today = tokyoDay(Date.now())
  await ensurePastDays({ ...(await bindingsOf(app)), DB: app.db }, PAST_QUESTIONS)
  const questionId = await questionOn(app, today)
  const posted = new Map<string, number>()
  const names = comments.map(({ user }) => {
    const count = (posted.get(user) ?? 0) + 1
    posted.set(user, count)
    return {
      name: count > 3 ? `${user}-${Math.ceil(count / 3)}` : user,
      slot: ((count - 1) % 3) + 1,
    }
  })
  const people = new Map<string, string>()
  for (const { name } of names) {
    if (people.has(name)) continue
    const [person] = await createPeople(app, 1, { username: name })
    people.set(name, person!.userId)
  }
  await insertComments(
    app,
    comments.map(({ text, at }, index) => ({
      id: newShortId(),
      questionId,
      userId: people.get(names[index]!.name)!,
      slot: names[index]!.slot,
      text,
      createdAt: Math.max(at, tokyoDayStart(today)),
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

async function questionOn(app: App, day: string): Promise<string> {
  const id = await app.db
    .prepare('SELECT id FROM question WHERE day = ?')
    .bind(day)
    .first<string>('id')
  if (!id) throw new Error(`no question on ${day}`)
  return id
}
