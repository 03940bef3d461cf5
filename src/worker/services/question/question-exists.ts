import { withTimeout } from '../../../domain/with-timeout.ts'
import { LruMap } from '../../http/lru-map.ts'

const MAX_IDS = 1_000
/** TTL of an unknown id, which is refused without asking D1. */
const UNKNOWN_TTL_MS = 5_000
/** Time to wait for another request's query: it may be orphaned when that request is cancelled. */
const QUERY_TIMEOUT_MS = 2_000

/** Questions are never deleted, so a known id stays known. */
const known = new LruMap<string, true>(MAX_IDS)
/** Epoch milliseconds until which an id is unknown. */
const unknownUntil = new LruMap<string, number>(MAX_IDS)
const queries = new LruMap<string, Promise<boolean>>(MAX_IDS)

/** Whether there is a question with this id; one indexed row of D1 for an id that this isolate does not know. */
export async function questionExists(env: Env, questionId: string): Promise<boolean> {
  if (known.get(questionId)) return true
  if ((unknownUntil.get(questionId) ?? 0) > Date.now()) return false
  const others = queries.get(questionId)
  if (others) {
    const found = await withTimeout(others, QUERY_TIMEOUT_MS).catch(() => undefined)
    if (found !== undefined) return found
  }
  const own = query(env, questionId).finally(() => {
    if (queries.get(questionId) === own) queries.delete(questionId)
  })
  queries.set(questionId, own)
  return own
}

async function query(env: Env, questionId: string): Promise<boolean> {
  const row = await env.DB.prepare('SELECT 1 FROM question WHERE id = ?1').bind(questionId).first()
  if (row) known.set(questionId, true)
  else unknownUntil.set(questionId, Date.now() + UNKNOWN_TTL_MS)
  return row !== null
}
