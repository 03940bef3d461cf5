import { tokyoDay } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'
import type { ServiceContext } from '../http/service.ts'
import { log, errorName } from '../logging/log.ts'

const RETRY_DELAYS_MS = [200, 1_000, 4_000]

/** The room reads events from D1 itself, so a lost call loses none. Never fails the request. */
export function publish(c: ServiceContext, questionId: string): void {
  c.executionCtx.waitUntil(notifyRoom(c.env, questionId))
}

/** The index begins with the questionnaire, so the query joins all of them. */
const TODAY = `
  SELECT question.id FROM questionnaire
  CROSS JOIN question ON question.questionnaire_id = questionnaire.id
  WHERE question.day = ?1`

/** Notifies the rooms of all of today's questions, when the changed ones are unknown. */
export async function publishToday(c: ServiceContext): Promise<void> {
  const questions = await c.env.DB.prepare(TODAY)
    .bind(tokyoDay(now(c.env)))
    .all<{ id: string }>()
    .catch(() => undefined)
  for (const { id } of questions?.results ?? []) publish(c, id)
}

interface RoomCall {
  /** Epoch milliseconds. */
  startedAt: number
  /** Events were stored after the call began: another call follows. */
  isBehind: boolean
}

const calls = new Map<string, RoomCall>()
/** A slower call may be orphaned (its request was cancelled). */
const CALL_TIMEOUT_MS = 3_000
/** How long one request calls for others: `waitUntil` ends 30 s after its response. */
const MAX_CALLING_MS = 10_000

/** Single flight. `coalesce` does not fit: a request cannot wait for another request's promise. */
async function notifyRoom(env: Env, questionId: string): Promise<void> {
  const inFlight = calls.get(questionId)
  if (inFlight && Date.now() - inFlight.startedAt < CALL_TIMEOUT_MS) {
    inFlight.isBehind = true
    return
  }
  const call: RoomCall = { startedAt: Date.now(), isBehind: true }
  const end = call.startedAt + MAX_CALLING_MS
  const leave = () => {
    if (calls.get(questionId) === call) calls.delete(questionId)
  }
  calls.set(questionId, call)
  try {
    while (call.isBehind) {
      call.isBehind = false
      call.startedAt = Date.now()
      if (call.startedAt > end) leave()
      await callRoom(env, questionId)
    }
  } finally {
    leave()
  }
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
