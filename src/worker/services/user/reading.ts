import type { userCalls } from '../../../contract/calls/user.ts'
import type { Handler } from '../../http/create-service.ts'
import { authorize } from '../../identity/authorize.ts'

/**
 * What the day's page shows the caller (`docs/product.md#reading-settings`).
 * @throws ServiceError as `authorize`
 */
export const changeReading: Handler<typeof userCalls.changeReading> = async (c, { hidesEcho }) => {
  const { userId } = await authorize(c)
  await c.env.DB.prepare('UPDATE user SET hides_echo = ?2 WHERE id = ?1')
    .bind(userId, hidesEcho ? 1 : null)
    .run()
}
