import type { Context } from 'hono'
import { tokyoDay } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'
import type { ServiceBindings } from '../http/service.ts'
import { log, errorName } from '../logging/log.ts'

/** Delays before the retries of a call to the room. */
const RETRY_DELAYS_MS = [200, 1_000, 4_000]

/**
 * Notifies the question's room that a stored comment or deletion is to be broadcast. The room reads the events from
 * D1 itself, in order, so only stored events are broadcast, and a lost call loses none. Never fails the request.
 */
export function publish(c: Context<ServiceBindings>, questionId: string): void {
  c.executionCtx.waitUntil(callRoom(c.env, questionId))
}

/** The questions of a day in all questionnaires; the index begins with the questionnaire. */
const TODAY = `
  SELECT question.id FROM questionnaire
  CROSS JOIN question ON question.questionnaire_id = questionnaire.id
  WHERE question.day = ?1`

/** Notifies the rooms of all of today's questions, when it is not known whose comments have changed. */
export async function publishToday(c: Context<ServiceBindings>): Promise<void> {
  const questions = await c.env.DB.prepare(TODAY)
    .bind(tokyoDay(now(c.env)))
    .all<{ id: string }>()
    .catch(() => undefined)
  for (const { id } of questions?.results ?? []) publish(c, id)
}

async function callRoom(env: Env, questionId: string): Promise<void> {
  for (const delay of [...RETRY_DELAYS_MS, undefined]) {
    try {
      return await env.ROOM.get(env.ROOM.idFromName(questionId)).announce()
    } catch (error) {
      log(env, 'warn', 'room-notify-failed', { error: errorName(error) })
      if (delay !== undefined) await scheduler.wait(delay)
    }
  }
}
