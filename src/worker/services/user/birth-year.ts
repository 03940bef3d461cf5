import type { userCalls } from '../../../contract/calls/user.ts'
import type { Handler } from '../../http/create-service.ts'
import { tokyoParts } from '../../../domain/tokyo-time.ts'
import { isBirthYear } from '../../../domain/user.ts'
import { now } from '../../config/clock.ts'
import { ServiceError } from '../../http/service.ts'

/** @throws ServiceError dataNotAvailable (`birthYear`) */
export const changeBirthYear: Handler<typeof userCalls.changeBirthYear> = async (
  c,
  { birthYear },
) => {
  const { userId } = c.var.person
  if (!isBirthYear(birthYear, tokyoParts(now(c.env)).year))
    throw new ServiceError('dataNotAvailable', { field: 'birthYear' })
  await c.env.DB.prepare('UPDATE user SET birth_year = ?2 WHERE id = ?1')
    .bind(userId, birthYear)
    .run()
}
