import { config } from '../config/config.ts'
import { now } from '../config/clock.ts'
import { ServiceError } from '../http/service.ts'
import { issueAccessToken } from './access-token.ts'
import { keyedHash, sha256 } from '../keys/keyed-hash.ts'
import { lifetimes, type Tokens } from './sessions.ts'
import { REFRESH_GRACE_MS } from '../../domain/update-token.ts'

const IS_ACTIVE = 'session.expires_at > ?2 AND session.ends_at > ?2'

const MARK_USED = `
  UPDATE update_token SET used_at = COALESCE(used_at, ?2)
  WHERE token_hash = ?1 AND EXISTS (SELECT 1 FROM session WHERE session.id = session_id AND ${IS_ACTIVE})`

const INSERT_SUCCESSOR = `
  INSERT OR IGNORE INTO update_token (token_hash, session_id, created_at)
  SELECT ?3, session_id, ?2 FROM update_token WHERE token_hash = ?1 AND used_at > ?2 - ?4`

const EXTEND_SESSION = `
  UPDATE session SET expires_at = MIN(ends_at, ?2 + CASE kept WHEN 1 THEN ?3 ELSE ?4 END)
  WHERE ${IS_ACTIVE} AND id = (SELECT session_id FROM update_token WHERE token_hash = ?1 AND used_at > ?2 - ?5)
  RETURNING id, user_id`

const END_SESSION = `
  DELETE FROM session WHERE id = (SELECT session_id FROM update_token WHERE token_hash = ?1 AND used_at <= ?2 - ?3)`

/**
 * As `rotate`, for a session that the previous release has opened: its tokens, which do not name it, have rows of their own.
 * Can be deleted 90 days after the release with migration 0030.
 * @throws ServiceError invalidUpdateToken
 */
export async function rotateEarlier(env: Env, updateToken: string): Promise<Tokens> {
  const nowMs = now(env)
  const successor = await keyedHash(config(env), 'update-token', updateToken)
  const [tokenHash, successorHash] = await Promise.all([sha256(updateToken), sha256(successor)])
  const outcomes = await env.DB.batch<{ id: string; user_id: string }>([
    env.DB.prepare(MARK_USED).bind(tokenHash, nowMs),
    env.DB.prepare(INSERT_SUCCESSOR).bind(tokenHash, nowMs, successorHash, REFRESH_GRACE_MS),
    env.DB.prepare(EXTEND_SESSION).bind(
      tokenHash,
      nowMs,
      lifetimes.kept.sliding,
      lifetimes.tab.sliding,
      REFRESH_GRACE_MS,
    ),
    env.DB.prepare(END_SESSION).bind(tokenHash, nowMs, REFRESH_GRACE_MS),
  ])
  const session = outcomes[2]?.results[0]
  if (!session) throw new ServiceError('invalidUpdateToken')
  const accessToken = await issueAccessToken(
    env,
    { userId: session.user_id, sessionId: session.id },
    nowMs,
  )
  return { accessToken, updateToken: successor }
}
