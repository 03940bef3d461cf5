import { createService } from '../../http/service.ts'
import { deleteAccount, deleteAccountRoute } from './delete-account.ts'
import { deletionPasscodeRoute, requestDeletionPasscode } from './request-passcode.ts'

/** Leaving for good (`contract.md` Account service). */
export const accountService = createService()
  .openapi(deletionPasscodeRoute, async (c) => {
    await requestDeletionPasscode(c, c.req.valid('header').languagecode)
    return c.json({ results: [] as never[] }, 202)
  })
  .openapi(deleteAccountRoute, async (c) => {
    await deleteAccount(c, c.req.valid('json'))
    return c.body(null, 205)
  })
