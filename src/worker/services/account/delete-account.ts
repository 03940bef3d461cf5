import type { accountCalls } from '../../../contract/calls/account.ts'
import { passcodePurpose } from '../../../domain/passcode.ts'
import type { Handler } from '../../http/create-service.ts'
import { consumePasscode } from '../../identity/check-passcode.ts'
import {
  afterDeletion,
  prepareDeletion,
  type Deletion,
} from '../../account-deletion/delete-person.ts'

/**
 * Deletes the account with its code, in one transaction.
 * @throws ServiceError dataNotAvailable (`passcode`), tooManyAttempts
 */
export const deleteAccount: Handler<typeof accountCalls.deleteAccount> = async (
  c,
  { passcode, language },
) => {
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
