import type { Context } from 'hono'
import type { Role } from '../../domain/moderation.ts'
import { ServiceError, type ServiceBindings } from '../http/service.ts'
import { authorizeWith, type Person } from './authorize.ts'

/** The highest role of ?1 among the role ?2 and `operator`. */
const ROLE = `
  SELECT role FROM user_role WHERE user_id = ?1 AND role IN (?2, 'operator')
  ORDER BY role = 'operator' DESC LIMIT 1`

/**
 * A signed-in person with this role. An operator may do what every other role may.
 * @throws ServiceError as `authorize`; rolePrivilegeNotFound
 */
export async function authorizeRole(
  c: Context<ServiceBindings>,
  role: Role,
): Promise<Person & { role: Role }> {
  const { person, row } = await authorizeWith<{ role: Role }>(c, ({ userId }) =>
    c.env.DB.prepare(ROLE).bind(userId, role),
  )
  if (!row) throw new ServiceError('rolePrivilegeNotFound')
  return { ...person, role: row.role }
}
