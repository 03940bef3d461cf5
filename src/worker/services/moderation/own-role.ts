import type { moderationCalls } from '../../../contract/calls/moderation.ts'
import { roles, type Role } from '../../../domain/moderation.ts'
import type { Handler } from '../../http/create-service.ts'

const ROLES = 'SELECT role FROM user_role WHERE user_id = ?1'

export const readOwnRole: Handler<typeof moderationCalls.readOwnRole> = async (c) => {
  const { results } = await c.env.DB.prepare(ROLES)
    .bind(c.var.person.userId)
    .all<{ role: string }>()
  const own = results.map(({ role }) => role)
  return own.filter((role): role is Role => roles.includes(role as Role)).toSorted()
}
