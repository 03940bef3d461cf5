import type { accountCalls } from '../../../contract/calls/account.ts'
import type { Handler } from '../../http/create-service.ts'
import { passcodePurpose } from '../../../domain/passcode.ts'
import { setNextSending } from '../../http/count-in-database.ts'
import { publicOrigin } from '../../http/site-origin.ts'
import { countSending, sendPasscode } from '../../identity/send-passcode.ts'

/**
 * Sends the code that permits deleting the account, activated or not, suspended or not.
 * The response tells when the next can be sent.
 * @throws ServiceError tooManyAttempts
 */
export const sendDeletionCode: Handler<typeof accountCalls.sendDeletionCode> = async (
  c,
  _,
  headers,
) => {
  const { env } = c
  const { userId, email, emailKey } = c.var.person
  const purpose = passcodePurpose.accountDeletion
  const untilNext = await countSending(env, emailKey, purpose)
  const sending = { purpose, language: headers.LanguageCode, origin: publicOrigin(env, c.req.url) }
  await sendPasscode(env, c.executionCtx, { id: userId, email, emailKey }, sending)
  setNextSending(c, untilNext)
}
