import { now } from '../config/clock.ts'
import { ServiceError } from '../http/service.ts'
import { sha256 } from '../keys/keyed-hash.ts'
import { issueAccessToken } from './access-token.ts'
import { lifetimes, type Tokens } from './sessions.ts'
import { REFRESH_GRACE_MS } from '../../domain/update-token.ts'
import { isSignedUpdateToken, successorOf } from './signed-update-token.ts'

/** `?3` is the token's hash, `?4` that of its successor. */
const ROTATE = `
  UPDATE session SET
    expires_at = MIN(ends_at, ?2 + CASE kept WHEN 1 THEN ?5 ELSE ?6 END),
    used_at = CASE token_hash WHEN ?3 THEN ?2 ELSE used_at END,
    used_hash = ?3, token_hash = ?4
  WHERE id = ?1 AND expires_at > ?2 AND ends_at > ?2
    AND (token_hash = ?3 OR (used_hash = ?3 AND used_at > ?2 - ?7))
  RETURNING user_id`

/** The row knows the token before the present one; older ones are known by their signature, `?3`. */
const END_REUSED = 'DELETE FROM session WHERE id = ?1 AND (?3 OR used_hash = ?2)'

/**
 * Exchanges an update token for its successor, in one statement. The successor is derived from its parent, so that
 * every use within the grace period returns the same one and no plaintext is kept; a later reuse ends the whole session.
 * @throws ServiceError invalidUpdateToken
 */
export async function rotate(env: Env, updateToken: string): Promise<Tokens> {
  const [sessionId = ''] = updateToken.split('.')
  const nowMs = now(env)
  const successor = await successorOf(env, sessionId, updateToken)
  const tokenHash = await sha256(updateToken)
  const userId = await env.DB.prepare(ROTATE)
    .bind(
      sessionId,
      nowMs,
      tokenHash,
      await sha256(successor),
      lifetimes.kept.sliding,
      lifetimes.tab.sliding,
      REFRESH_GRACE_MS,
    )
    .first<string>('user_id')
  if (!userId) {
    await env.DB.prepare(END_REUSED)
      .bind(sessionId, tokenHash, Number(await isSignedUpdateToken(env, updateToken)))
      .run()
    throw new ServiceError('invalidUpdateToken')
  }
  return {
    accessToken: await issueAccessToken(env, { userId, sessionId }, nowMs),
    updateToken: successor,
  }
}
