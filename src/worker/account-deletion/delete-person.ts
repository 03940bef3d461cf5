import type { ServiceContext } from '../http/service.ts'
import { emailCounters } from '../identity/rate-limit.ts'
import { sendSecurityMail, type MailOwner } from '../identity/security-mail.ts'
import { publishToday } from '../live/publish.ts'
import { deletePicturesLater } from '../pictures/storage.ts'

const OWNER = 'SELECT email, language, email_key AS emailKey FROM user WHERE id = ?1'

export interface Deletion {
  statements: D1PreparedStatement[]
  owner: MailOwner
}

/**
 * Prepares the deletion of an account, for one transaction. The user's row cascades; triggers delete the cases about
 * the account and list its pictures for removal. Counters of a requested new address stay: they limit mail to that
 * address.
 * @param language of the mail, if not the account's
 * @returns `undefined` when there is no such account
 */
export async function prepareDeletion(
  env: Env,
  userId: string,
  language?: MailOwner['language'],
): Promise<Deletion | undefined> {
  const { DB } = env
  const row = await DB.prepare(OWNER).bind(userId).first<MailOwner & { emailKey: string }>()
  if (!row) return undefined
  const { emailKey, ...owner } = row
  const counters = JSON.stringify(await emailCounters(env, emailKey))
  return {
    owner: { ...owner, ...(language && { language }) },
    statements: [
      DB.prepare('DELETE FROM mail WHERE user_id = ?1').bind(userId),
      DB.prepare(
        'DELETE FROM attempt_counter WHERE name IN (SELECT value FROM json_each(?1))',
      ).bind(counters),
      DB.prepare(
        'DELETE FROM issued_passcode WHERE holder IN (SELECT value FROM json_each(?1))',
      ).bind(counters),
      DB.prepare('DELETE FROM user WHERE id = ?1').bind(userId),
    ],
  }
}

export function afterDeletion(c: ServiceContext, deletion: Deletion): void {
  // Without the user's id: the row is gone.
  sendSecurityMail(c, { kind: 'accountDeleted', owner: deletion.owner })
  deletePicturesLater(c)
  c.executionCtx.waitUntil(publishToday(c))
}
