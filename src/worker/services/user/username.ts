import type { userCalls } from '../../../contract/calls/user.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { isConstraintFailure } from '../../db/constraint.ts'
import { usernameKey, usernameProblem, usernameSkeleton } from '../../../domain/username.ts'
import { imitates, isRefusedUsername } from '../../identity/username-filter.ts'

const CHANGE = `
  UPDATE user SET username = ?2, username_key = ?3, username_skeleton = ?4
  WHERE id = ?1
    AND NOT EXISTS (SELECT 1 FROM user WHERE username_skeleton = ?5 AND id <> ?1)`

/** @throws ServiceError dataNotAvailable (`newUsername`), usernameTaken */
export const changeUsername: Handler<typeof userCalls.changeUsername> = async (
  c,
  { newUsername },
) => {
  const { userId } = c.var.person
  if (usernameProblem(newUsername))
    throw new ServiceError('dataNotAvailable', { field: 'newUsername' })
  if (isRefusedUsername(c.env, newUsername)) throw new ServiceError('usernameTaken')
  try {
    const skeleton = usernameSkeleton(newUsername)
    const { meta } = await c.env.DB.prepare(CHANGE)
      .bind(userId, newUsername, usernameKey(newUsername), skeleton, imitates(c.env, skeleton))
      .run()
    if (meta.changes === 0) throw new ServiceError('usernameTaken')
  } catch (error) {
    throw isConstraintFailure(error, 'user.username_key')
      ? new ServiceError('usernameTaken')
      : error
  }
}
