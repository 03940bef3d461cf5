import type { userCalls } from '../../../contract/calls/user.ts'
import type { Handler } from '../../http/create-service.ts'

export const changeGender: Handler<typeof userCalls.changeGender> = async (c, { gender }) => {
  const { userId } = c.var.person
  await c.env.DB.prepare('UPDATE user SET gender = ?2 WHERE id = ?1').bind(userId, gender).run()
}
