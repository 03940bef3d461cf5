import { createService } from '../../http/service.ts'
import { nextSending } from '../../http/limits.ts'
import { deleteAccount, deleteAccountRoute } from './delete-account.ts'
import { deletionPasscodeRoute, requestDeletionPasscode } from './request-passcode.ts'

/** Leaving for good (`contract.md` Account service). */
export const accountService = createService()
  .openapi(deletionPasscodeRoute, async (c) => {
    const untilNext = await requestDeletionPasscode(c, c.req.valid('header').languagecode)
    return c.json({ results: [] as never[] }, 202, nextSending(untilNext))
  })
  .openapi(deleteAccountRoute, async (c) => {
    await deleteAccount(c, c.req.valid('json'))
    return c.body(null, 205)
  })
