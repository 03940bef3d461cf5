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
    app.db
      .prepare(
        `INSERT INTO pack_question (id, topic_id, position, last_day, source)
         VALUES (?1, 'morning', 1000, '${NEVER_GIVEN}', 'own')`,
      )
      .bind(poolId),
    app.db
      .prepare(
        `INSERT INTO pack_question_text (pack_question_id, language, text)
         SELECT ?1, key, value FROM json_each(?2)`,
      )
      .bind(poolId, JSON.stringify(texts)),
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
  const rows = [{ line: 2, texts: { ja: `${text}？`, en: `${text}?` } }]
  const [{ importId }] = await resultsOf(app, 'operator', 'POST /import/row', as, { rows })
  return importId
}

export async function insertSuggestion(
  app: App,
  { suggestionId, userId, text }: { suggestionId: string; userId: string; text: string },
): Promise<void> {
  await app.db
    .prepare(
      `INSERT INTO suggestion (id, user_id, day, language, text, is_credited, created_at)
       VALUES (?1, ?2, ?3, 'en', ?4, 1, ?5)`,
    )
    .bind(suggestionId, userId, tokyoDay(Date.now()), text, Date.now())
    .run()
}
