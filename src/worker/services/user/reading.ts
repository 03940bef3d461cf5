import type { userCalls } from '../../../contract/calls/user.ts'
import type { Handler } from '../../http/create-service.ts'

const CHANGE = `
  UPDATE user SET
    hides_echo = iif(?2 IS NULL, hides_echo, nullif(?2, 0)),
    hides_others = iif(?3 IS NULL, hides_others, nullif(?3, 0))
  WHERE id = ?1`

const flag = (choice: boolean | undefined) => (choice === undefined ? null : Number(choice))

/**
 * The caller's settings of the day's page (`docs/product.md#reading-settings`).
 */
export const changeReading: Handler<typeof userCalls.changeReading> = async (c, choices) => {
  const { userId } = c.var.person
  await c.env.DB.prepare(CHANGE)
    .bind(userId, flag(choices.hidesEcho), flag(choices.hidesOthers))
    .run()
}
