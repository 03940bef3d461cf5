import { createService } from '../../http/service.ts'
import { deleteAccount, deleteAccountRoute } from './delete-account.ts'
import { deletionCodeRoute, sendDeletionCode } from './deletion-code.ts'

/** Leaving for good (`contract.md` Account service). */
export const accountService = createService()
  .openapi(deletionCodeRoute, async (c) => {
    await sendDeletionCode(c, c.req.valid('header').languagecode)
    return c.json({ results: [] as never[] }, 202)
  })
  .openapi(deleteAccountRoute, async (c) => {
    await deleteAccount(c, c.req.valid('json'))
    return c.body(null, 205)
  })
