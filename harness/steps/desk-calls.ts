import type { CalendarDay } from '../../src/contract/question-desk-schemas.ts'
import { tokyoDay } from '../../src/domain/question-day.ts'
import { NEVER_GIVEN } from '../../src/domain/question-pool.ts'
import type { App } from '../app.ts'
import type { TestPerson } from '../people.ts'
import { callService, resultsOf } from './service-calls.ts'

export const deskCall = (app: App, line: string, as: TestPerson | undefined, input?: object) =>
  callService(app, 'operator', line, as, input)

export async function insertPool(
  app: App,
  { poolId, texts }: { poolId: string; texts: { ja: string; en: string } },
): Promise<void> {
  await app.db.batch([
    app.sql`INSERT INTO pack_question (id, topic_id, position, last_day, source)
      VALUES (${poolId}, 'morning', 1000, ${NEVER_GIVEN}, 'own')`,
    app.sql`INSERT INTO pack_question_text (pack_question_id, language, text)
      SELECT ${poolId}, key, value FROM json_each(${JSON.stringify(texts)})`,
  ])
}

export async function dayOf(app: App, as: TestPerson, day: string): Promise<CalendarDay> {
  const range = { from: day, until: day }
  const [calendarDay] = await resultsOf(app, 'operator', 'GET /calendar', as, range)
  return calendarDay
}

/** Replaces the question of a future day; returns the day's question id. */
export async function schedule(
  app: App,
  as: TestPerson,
  day: string,
  poolId: string,
): Promise<string> {
  const seenId = (await dayOf(app, as, day)).question?.questionId ?? null
  const change = { day, poolId, seenId }
  const [{ question }] = await resultsOf(app, 'operator', 'PUT /calendar/day', as, change)
  return question.questionId
}

let laidOut = 0

export async function layOut(app: App, as: TestPerson): Promise<string> {
  const text = `Row ${++laidOut} of ${as.userId}`
  const rows = [{ line: 2, texts: { ja: `${text}の問い？`, en: `${text}?` }, topic: 'morning' }]
  const [{ importId }] = await resultsOf(app, 'operator', 'POST /import/row', as, { rows })
  return importId
}

export async function insertSuggestion(
  app: App,
  { suggestionId, userId, text }: { suggestionId: string; userId: string; text: string },
): Promise<void> {
  const now = Date.now()
  await app.sql`INSERT INTO suggestion (id, user_id, day, language, text, is_credited, created_at)
    VALUES (${suggestionId}, ${userId}, ${tokyoDay(now)}, 'en', ${text}, 1, ${now})`.run()
}
