import type { moderationCalls } from '../../../contract/calls/moderation.ts'
import { roles, type Role } from '../../../domain/moderation.ts'
import { authorizeWith } from '../../identity/authorize.ts'
import type { Handler } from '../../http/create-service.ts'

const ROLES = 'SELECT json_group_array(role) AS roles FROM user_role WHERE user_id = ?1'

/** @throws ServiceError as `authorize` */
export const readOwnRole: Handler<typeof moderationCalls.readOwnRole> = async (c) => {
  const { row } = await authorizeWith<{ roles: string }>(c, ({ userId }) =>
    c.env.DB.prepare(ROLES).bind(userId),
  )
  const own = JSON.parse(row?.roles ?? '[]') as string[]
  return own.filter((role): role is Role => roles.includes(role as Role)).toSorted()
}
