import type { accountCalls } from '../../../contract/calls/account.ts'
import type { Handler } from '../../http/create-service.ts'
import { passcodePurpose } from '../../../domain/passcode.ts'
import { authorize } from '../../identity/authorize.ts'
import { setNextSending } from '../../http/count-in-database.ts'
import { publicOrigin } from '../../http/site-origin.ts'
import { countSending, sendPasscode } from '../../identity/send-passcode.ts'
import { addressOf } from './queries.ts'

/**
 * Sends the code that permits deleting the account, activated or not, suspended or not.
 * The response tells when the next can be sent.
 * @throws ServiceError as `authorize`; tooManyAttempts
 */
export const sendDeletionCode: Handler<typeof accountCalls.sendDeletionCode> = async (
  c,
  _,
  headers,
) => {
  const { env } = c
  const { userId } = await authorize(c, { unactivated: true, suspended: true })
  const { email, emailKey } = await addressOf(env, userId)
  const purpose = passcodePurpose.accountDeletion
  const untilNext = await countSending(env, emailKey, purpose)
  const sending = { purpose, language: headers.LanguageCode, origin: publicOrigin(env, c.req.url) }
  await sendPasscode(env, c.executionCtx, { id: userId, email, emailKey }, sending)
  setNextSending(c, untilNext)
}
