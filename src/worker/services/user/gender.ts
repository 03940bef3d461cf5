import type { userCalls } from '../../../contract/calls/user.ts'
import type { Handler } from '../../http/create-service.ts'
import { authorize } from '../../identity/authorize.ts'

/** @throws ServiceError as `authorize` */
export const changeGender: Handler<typeof userCalls.changeGender> = async (c, { gender }) => {
  const { userId } = await authorize(c)
  await c.env.DB.prepare('UPDATE user SET gender = ?2 WHERE id = ?1').bind(userId, gender).run()
}
