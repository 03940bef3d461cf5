import type { Context } from 'hono'
import { tokyoDay } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'
import type { ServiceBindings } from '../http/service.ts'
import { log, errorName } from '../logging/log.ts'

/** Milliseconds before each further try to reach the room. */
const PAUSES = [200, 1_000, 4_000]

/**
 * Tells the question's room that a stored comment or deletion waits to be broadcast. The room reads what happened
 * from D1 itself, in order, so nothing is broadcast that is not stored and nothing is lost with a lost call.
 * Never fails the request that posted.
 */
export function publish(c: Context<ServiceBindings>, questionId: string): void {
  c.executionCtx.waitUntil(announce(c.env, questionId))
}

/** The questions of a day, whichever questionnaire gives them out; the index begins with the questionnaire. */
const TODAY = `
  SELECT question.id FROM questionnaire
  CROSS JOIN question ON question.questionnaire_id = questionnaire.id
  WHERE question.day = ?1`

/** The same for whatever is asked today, when it is not known which question's comments have changed. */
export async function publishToday(c: Context<ServiceBindings>): Promise<void> {
  const questions = await c.env.DB.prepare(TODAY)
    .bind(tokyoDay(now(c.env)))
    .all<{ id: string }>()
    .catch(() => undefined)
  for (const { id } of questions?.results ?? []) publish(c, id)
}

/** A call to a room that this isolate has under way. */
interface Call {
  /** Epoch milliseconds of its newest round. */
  since: number
  /** Something was stored after it began: the room is called once more. */
  isBehind: boolean
}

const calls = new Map<string, Call>()
/** A call that has lasted longer may never end: its request may be gone. Milliseconds. */
const PATIENCE_MS = 3_000
/** How long one request calls for others, milliseconds: work in its `waitUntil` is cut off 30 s after its answer. */
const MOST_MS = 10_000

/** One call of an isolate serves all that is stored meanwhile. */
async function announce(env: Env, questionId: string): Promise<void> {
  const known = calls.get(questionId)
  if (known && Date.now() - known.since < PATIENCE_MS) {
    known.isBehind = true
    return
  }
  const call: Call = { since: Date.now(), isBehind: true }
  const end = call.since + MOST_MS
  calls.set(questionId, call)
  const leave = () => {
    if (calls.get(questionId) === call) calls.delete(questionId)
  }
  try {
    while (call.isBehind) {
      call.isBehind = false
      call.since = Date.now()
      if (call.since > end) leave()
      await callRoom(env, questionId)
    }
  } finally {
    leave()
  }
}

async function callRoom(env: Env, questionId: string): Promise<void> {
  for (const pause of [...PAUSES, undefined]) {
    try {
      return await env.ROOM.get(env.ROOM.idFromName(questionId)).announce(questionId)
    } catch (error) {
      log(env, 'warn', 'announce-failed', { error: errorName(error) })
      if (pause !== undefined) await scheduler.wait(pause)
    }
  }
}
