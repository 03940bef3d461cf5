import { createService } from '../../contract/service.ts'
import { me, meRoute } from './me.ts'
import { renameUser, usernameRoute } from './username.ts'

/** The signed-in person's own settings (`contract.md` User service). */
export const userService = createService()
  .openapi(meRoute, async (c) => c.json({ results: [await me(c)] }, 200))
  .openapi(usernameRoute, async (c) => {
    await renameUser(c, c.req.valid('json'))
    return c.json({ results: [] as never[] }, 202)
  })
