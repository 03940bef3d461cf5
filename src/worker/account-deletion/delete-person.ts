import type { Context } from 'hono'
import { emailKey as keyOf } from '../../domain/email.ts'
import type { ServiceBindings } from '../http/service.ts'
import { emailCounters } from '../identity/counter-names.ts'
import { MAIL_OWNER, sendSecurityMail, type MailOwner } from '../identity/security-mail.ts'
import { publishToday } from '../live/publish.ts'
import { deletePicturesLater } from '../pictures/discarded.ts'

const LEFT = `
  SELECT email_key AS emailKey,
    (SELECT json_group_array(new_email) FROM email_change WHERE user_id = user.id) AS newEmails
  FROM user WHERE id = ?1`

interface Left {
  emailKey: string
  newEmails: string
}

/** Facts that are read before an account is deleted, and the statements that delete it. */
export interface Deletion {
  statements: D1PreparedStatement[]
  owner: MailOwner
}

/**
 * Prepares the deletion of an account, for one transaction. Sessions, tokens, codes, bans, roles, identities, pictures and comments go with the user's row; triggers delete the cases about the account,
 * keep the counts and events of the questions and list the pictures' objects.
 * @param language of the mail about it, where it is not the account's
 * @returns `undefined` when there is no such account
 */
export async function prepareDeletion(
  env: Env,
  userId: string,
  language?: MailOwner['language'],
): Promise<Deletion | undefined> {
  const { DB } = env
  const [owners, lefts] = (await DB.batch([
    DB.prepare(MAIL_OWNER).bind(userId),
    DB.prepare(LEFT).bind(userId),
  ])) as [D1Result<MailOwner>, D1Result<Left>]
  const [owner, left] = [owners.results[0], lefts.results[0]]
  if (!owner || !left) return undefined
  const pending = (JSON.parse(left.newEmails) as string[]).map(keyOf)
  const keys = [left.emailKey, ...pending]
  const names = (await Promise.all(keys.map((key) => emailCounters(env, key)))).flat()
  const counters = JSON.stringify(names)
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
