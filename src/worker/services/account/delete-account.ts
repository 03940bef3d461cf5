import type { accountCalls } from '../../../contract/calls/account.ts'
import type { Handler } from '../../http/create-service.ts'
import { emailKey as keyOf } from '../../../domain/email.ts'
import { passcodePurpose } from '../../../domain/passcode.ts'
import { tellDeletedFrom, tellDeletedPicture } from '../../../contract/deleted-from.ts'
import { publishToday } from '../../live/publish.ts'
import { deletePicturesLater } from '../../pictures/discarded.ts'
import { authorize } from '../../identity/authorize.ts'
import { emailCounters } from '../../identity/client-address.ts'
import { redeemPasscode } from '../../identity/check-passcode.ts'
import { sendSecurityMail } from '../../identity/security-mail.ts'
import { addressOf } from './queries.ts'

/**
 * Deletes the account with its code, in one transaction. Sessions, tokens, codes, bans, roles,
 * identities, pictures and comments go with the user's row; triggers keep the counts and events of the questions and
 * list the pictures' objects, which are deleted right after.
 * @throws ServiceError as `authorize`; dataNotAvailable (`passcode`), tooManyAttempts
 */
export const deleteAccount: Handler<typeof accountCalls.deleteAccount> = async (
  c,
  { passcode, language },
) => {
  const { env } = c
  const { userId } = await authorize(c, { unactivated: true })
  const { email, emailKey } = await addressOf(env, userId)
  let pictureId: string | null | undefined
  const purpose = passcodePurpose.accountDeletion
  let answered: string[] = []
  await redeemPasscode(env, { userId, emailKey }, passcode, purpose, async () => {
    answered = await answeredQuestions(env, userId)
    pictureId = await env.DB.prepare('SELECT picture_id FROM user WHERE id = ?1')
      .bind(userId)
      .first<string | null>('picture_id')
    return everythingOf(env, userId, emailKey)
  })
  // Without the user's id: the row is gone.
  sendSecurityMail(c, { kind: 'accountDeleted', owner: { email, language } })
  deletePicturesLater(c)
  tellDeletedFrom(c, answered)
  tellDeletedPicture(c, pictureId)
  // Open pages lose the person's comments; a room with nothing new has nothing to say.
  c.executionCtx.waitUntil(publishToday(c))
}

const ANSWERED =
  'SELECT DISTINCT question_id AS id FROM comment WHERE user_id = ?1 AND deleted_at IS NULL'

/** The questions whose pages show something of the person. */
async function answeredQuestions(env: Env, userId: string): Promise<string[]> {
  const { results } = await env.DB.prepare(ANSWERED).bind(userId).all<{ id: string }>()
  return results.map(({ id }) => id)
}

const PENDING_ADDRESSES = 'SELECT new_email AS email FROM email_change WHERE user_id = ?1'

async function everythingOf(
  env: Env,
  userId: string,
  emailKey: string,
): Promise<D1PreparedStatement[]> {
  const { results } = await env.DB.prepare(PENDING_ADDRESSES).bind(userId).all<{ email: string }>()
  const keys = [emailKey, ...results.map(({ email }) => keyOf(email))]
  const counters = (await Promise.all(keys.map((key) => emailCounters(env, key)))).flat()
  const { DB } = env
  return [
    DB.prepare('DELETE FROM mail WHERE user_id = ?1').bind(userId),
    DB.prepare('DELETE FROM attempt_counter WHERE name IN (SELECT value FROM json_each(?1))').bind(
      JSON.stringify(counters),
    ),
    DB.prepare('DELETE FROM user WHERE id = ?1').bind(userId),
  ]
}
