import { accountCalls } from '../../../contract/calls/account.ts'
import { passcodePurpose } from '../../../domain/passcode.ts'
import {
  afterDeletion,
  type Deletion,
  prepareDeletion,
} from '../../account-deletion/delete-person.ts'
import { setNextSending } from '../../identity/rate-limit.ts'
import { createService, type Handler } from '../../http/create-service.ts'
import { publicOrigin } from '../../http/site-origin.ts'
import { consumePasscode } from '../../identity/check-passcode.ts'
import { countSending, sendPasscode } from '../../identity/send-passcode.ts'

/**
 * Sends the code for deleting the account, also to suspended and unactivated people. The response states when another
 * may be sent.
 * @throws ServiceError tooManyAttempts
 */
const sendDeletionCode: Handler<'sendDeletionCode'> = async (c, _, headers) => {
  const { env } = c
  const { userId, email, emailKey } = c.var.person
  const purpose = passcodePurpose.accountDeletion
  const untilNext = await countSending(env, emailKey, purpose)
  const sending = { purpose, language: headers.LanguageCode, origin: publicOrigin(env, c.req.url) }
  await sendPasscode(env, c.executionCtx, { id: userId, email, emailKey }, sending)
  setNextSending(c, untilNext)
}

/**
 * Deletes the account by code, in one transaction.
 * @throws ServiceError dataNotAvailable (`passcode`), tooManyAttempts
 */
const deleteAccount: Handler<'deleteAccount'> = async (c, { passcode, language }) => {
  const { env } = c
  const { userId, emailKey } = c.var.person
  const purpose = passcodePurpose.accountDeletion
  let deletion = undefined as Deletion | undefined
  await consumePasscode(env, { userId, emailKey }, passcode, purpose, async () => {
    deletion = await prepareDeletion(env, userId, language)
    return deletion?.statements ?? []
  })
  if (deletion) afterDeletion(c, deletion)
}

export const accountService = createService(accountCalls, { sendDeletionCode, deleteAccount })
