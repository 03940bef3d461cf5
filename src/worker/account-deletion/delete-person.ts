import type { Context } from 'hono'
import type { ServiceBindings } from '../http/service.ts'
import { emailCounters } from '../identity/rate-limit.ts'
import { sendSecurityMail, type MailOwner } from '../identity/security-mail.ts'
import { publishToday } from '../live/publish.ts'
import { deletePicturesLater } from '../pictures/storage.ts'

const OWNER = 'SELECT email, language, email_key AS emailKey FROM user WHERE id = ?1'

/** The owner of an account that is to be deleted, and the statements that delete it. */
export interface Deletion {
  statements: D1PreparedStatement[]
  owner: MailOwner
}

/**
 * Prepares the deletion of an account, for one transaction. Rows of the person go with the user's row; triggers delete
 * the cases about the account, keep the counts and events of the questions and list the pictures' objects. Counters of
 * an address that the person only asked to change to stay: they limit what that address is sent.
 * @param language of the mail about it, where it is not the account's
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

/** Follow-up of a deletion: the mail, the objects of pictures, caches and open pages. */
export function afterDeletion(c: Context<ServiceBindings>, deletion: Deletion): void {
  // Without the user's id: the row is gone.
  sendSecurityMail(c, { kind: 'accountDeleted', owner: deletion.owner })
  deletePicturesLater(c)
  // Open pages lose the person's comments; a room with nothing new has nothing to say.
  c.executionCtx.waitUntil(publishToday(c))
}
