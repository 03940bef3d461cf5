import { APPEAL_TIME_MS } from '../../domain/moderation.ts'
import { type Ended, outcomeMails, tellReporters } from '../cases/outcome-mails.ts'
import { now } from '../config/clock.ts'
import { batch } from '../db/database.ts'
import type { ServiceContext } from '../http/service.ts'
import { emailCounters } from '../identity/rate-limit.ts'
import { sendSecurityMail, type MailOwner } from '../identity/security-mail.ts'
import { publishToday } from '../live/publish.ts'
import { mailStatement } from '../mail/queue.ts'
import { deletePicturesLater } from '../pictures/storage.ts'

/** The cases of ?1 that wait: their posts go with the account, and nothing is left to decide. */
const WAITING = `author_id = ?1 AND state <> 'closed'`
const OPEN = `case_id IN (SELECT id FROM moderation_case WHERE ${WAITING}) AND outcome IS NULL`

const OPEN_REPORTS = `SELECT reference, sealed_email AS sealed, language FROM report WHERE ${OPEN}`
const OPEN_REQUESTS = `SELECT reference, sealed_form AS sealed, language FROM rights_request WHERE ${OPEN}`

const TELL_REPORTERS = tellReporters(OPEN)
const END_REPORTS = `UPDATE report SET outcome = 'upheld', newcomer_key = NULL WHERE ${OPEN}`
const END_REQUESTS = `UPDATE rights_request SET outcome = 'upheld', decided_at = ?2 WHERE ${OPEN}`
const CLOSE = `
  UPDATE moderation_case SET state = 'closed', score = 0, is_urgent = 0, version = version + 1, expires_at = ?2
  WHERE ${WAITING}`

const OWNER = 'SELECT email, language, email_key AS emailKey FROM user WHERE id = ?1'

export interface Deletion {
  statements: D1PreparedStatement[]
  owner: MailOwner
}

/**
 * Prepares the deletion of an account, for one transaction. The user's row cascades; triggers delete the cases about
 * the account and list its pictures for removal. Its other cases are closed, and their reporters learn that the posts
 * are gone. Counters of a requested new address stay: they limit mail to that address.
 * @param language of the mail, if not the account's
 * @returns `undefined` when there is no such account
 */
export async function prepareDeletion(
  env: Env,
  userId: string,
  language?: MailOwner['language'],
): Promise<Deletion | undefined> {
  const { DB } = env
  const found = await batch<{
    owner: MailOwner & { emailKey: string }
    reports: Ended
    requests: Ended
  }>(DB, {
    owner: DB.prepare(OWNER).bind(userId),
    reports: DB.prepare(OPEN_REPORTS).bind(userId),
    requests: DB.prepare(OPEN_REQUESTS).bind(userId),
  })
  const [row] = found.owner.results
  if (!row) return undefined
  const mails = [
    ...outcomeMails(env, 'report', found.reports.results, 'upheld'),
    ...outcomeMails(env, 'request', found.requests.results, 'upheld'),
  ]
  const nowMs = now(env)
  const { emailKey, ...owner } = row
  const counters = JSON.stringify(emailCounters(env, emailKey))
  return {
    owner: { ...owner, ...(language && { language }) },
    statements: [
      ...mails.map((mail) => mailStatement(env, mail).statement),
      // As after a decision against the posts, but no reporter's record changes.
      DB.prepare(TELL_REPORTERS).bind(userId, nowMs),
      DB.prepare(END_REPORTS).bind(userId),
      DB.prepare(END_REQUESTS).bind(userId, nowMs),
      DB.prepare(CLOSE).bind(userId, nowMs + APPEAL_TIME_MS),
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
