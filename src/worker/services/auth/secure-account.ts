import { now } from '../../config/clock.ts'
import { batch, isConstraintFailure } from '../../db/database.ts'
import type { Handler } from '../../http/create-service.ts'
import { notAvailable } from '../../http/service.ts'
import { sha256 } from '../../keys/keyed-hash.ts'

const LINK = 'FROM security_link AS link WHERE link.token_hash = ?1 AND link.expires_at > ?2'
const HOLDER = `(SELECT link.user_id ${LINK})`

const DELETE_UNACTIVATED = `
  DELETE FROM user WHERE activated_at IS NULL AND removed_at IS NULL AND id <> ${HOLDER}
    AND email_key = (SELECT lower(link.email) ${LINK})`

/** `-` is the hash of no password. */
const SECURE = `
  UPDATE user SET email = link.email, email_key = lower(link.email),
    password_hash = CASE WHEN password_hash IS NOT NULL THEN '-' END
  ${LINK} AND user.id = link.user_id AND user.removed_at IS NULL
  RETURNING email, password_hash IS NOT NULL AS hasPassword`

/** Earlier links stay valid: a thief who changed the address cannot delete those of the owner. */
const USE_UP = `
  DELETE FROM security_link WHERE user_id = ${HOLDER} AND seq >= (SELECT link.seq ${LINK})`

/**
 * Ends all sessions, passkeys, codes and the password of the account, and gives it the address back that the link was sent to
 * (`docs/product.md#security-mails`).
 * @throws ServiceError dataNotAvailable (`token`) for an expired or used link, and without the account
 */
export const secureAccount: Handler<'secureAccount'> = async (c, { token }) => {
  const { env } = c
  const values = [sha256(token), now(env)]
  const bound = (sql: string) => env.DB.prepare(sql).bind(...values)
  const { secured } = await batch<{ secured: { email: string; hasPassword: number } }>(env.DB, {
    deleteUnactivated: bound(DELETE_UNACTIVATED),
    secured: bound(SECURE),
    ended: ['session', 'passkey', 'email_change', 'issued_passcode'].map((table) =>
      bound(`DELETE FROM ${table} WHERE user_id = ${HOLDER}`),
    ),
    usedUp: bound(USE_UP),
  }).catch((error: unknown) => {
    // The address has another account by now.
    throw isConstraintFailure(error, 'user.email_key') ? notAvailable('token') : error
  })
  const [account] = secured.results
  if (!account) throw notAvailable('token')
  return account.hasPassword ? { email: account.email } : {}
}
