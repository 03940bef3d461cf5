import { MINUTE_MS } from '../../domain/durations.ts'
import type { Subscription } from './subscriptions.ts'
import { sendPush, type PushMessage, type PushOutcome } from './web-push.ts'

/** Connections that an invocation of a worker may have open at once (Cloudflare's limit). */
const AT_ONCE = 6
const TOPIC = 'reminder'
/** Messages that have not been sent by then wait for the next attempt. */
const DEADLINE_MS = MINUTE_MS

export interface Push {
  userId: string
  dueAt: number
  subscription: Subscription
  message: PushMessage
}

type Outcomes = Record<PushOutcome, Push[]>

/** Sends messages, some at once. Never rejects. */
export async function pushBatch(
  env: Env,
  pushes: readonly Push[],
  ttlMs: number,
): Promise<Outcomes> {
  const outcomes: Outcomes = { accepted: [], gone: [], retry: [], refused: [] }
  const left = pushes.values()
  const deadline = Date.now() + DEADLINE_MS
  const work = async () => {
    for (const push of left) {
      const outcome =
        Date.now() < deadline
          ? await sendPush(env, push.subscription, push.message, { ttlMs, topic: TOPIC })
          : 'retry'
      outcomes[outcome].push(push)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return outcomes
}

const DELIVERED = `
  UPDATE push_subscription SET told_at = told.value ->> 'dueAt' FROM json_each(?1) AS told
  WHERE endpoint = told.value ->> 'endpoint'`
const DELETE_GONE =
  'DELETE FROM push_subscription WHERE endpoint IN (SELECT value FROM json_each(?1))'

/** Marks the browsers that have their message, and deletes subscriptions that their browser has dropped. */
export function recordPushes(env: Env, outcomes: Outcomes): D1PreparedStatement[] {
  const delivered = outcomes.accepted.map(({ dueAt, subscription: { endpoint } }) => ({
    dueAt,
    endpoint,
  }))
  const gone = outcomes.gone.map(({ subscription: { endpoint } }) => endpoint)
  return [
    env.DB.prepare(DELIVERED).bind(JSON.stringify(delivered)),
    env.DB.prepare(DELETE_GONE).bind(JSON.stringify(gone)),
  ]
}
