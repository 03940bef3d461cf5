import type { userCalls } from '../../../contract/calls/user.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { isConstraintFailure } from '../../db/constraint.ts'
import { isReservedUsername, usernameKey, usernameProblem } from '../../../domain/username.ts'
import { authorize } from '../../identity/authorize.ts'

/** @throws ServiceError as `authorize`; dataNotAvailable (`newUsername`), usernameTaken */
export const changeUsername: Handler<typeof userCalls.changeUsername> = async (
  c,
  { newUsername },
) => {
  const { userId } = await authorize(c)
  if (usernameProblem(newUsername))
    throw new ServiceError('dataNotAvailable', { field: 'newUsername' })
  if (isReservedUsername(newUsername)) throw new ServiceError('usernameTaken')
  try {
    await c.env.DB.prepare('UPDATE user SET username = ?2, username_key = ?3 WHERE id = ?1')
      .bind(userId, newUsername, usernameKey(newUsername))
      .run()
  } catch (error) {
    throw isConstraintFailure(error, 'user.username_key')
      ? new ServiceError('usernameTaken')
      : error
  }
}
