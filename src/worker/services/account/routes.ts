import { accountCalls } from '../../../contract/calls/account.ts'
import { createService } from '../../http/create-service.ts'
import { deleteAccount } from './delete-account.ts'
import { sendDeletionCode } from './send-deletion-code.ts'

/** Account deletion. */
export const accountService = createService(accountCalls, { sendDeletionCode, deleteAccount })
