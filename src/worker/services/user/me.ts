import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { failure, results, userSchema, type UserShape } from '../../../contract/schemas.ts'
import { ServiceError, type ServiceBindings } from '../../http/service.ts'
import { authorizeWith } from '../../identity/authorize.ts'

export const meRoute = createRoute({
  method: 'get',
  path: '/user/me',
  security: [{ bearer: [] }],
  responses: {
    200: results(z.array(userSchema), 'the signed-in person'),
    401: failure,
    404: failure,
  },
})

const USER = `
  SELECT username, email, gender, birth_year, picture_id,
    (SELECT subject FROM social_identity WHERE user_id = user.id ORDER BY created_at LIMIT 1) AS subject
  FROM user WHERE id = ?1`

interface UserRow {
  username: string
  email: string
  gender: number
  birth_year: number
  picture_id: string | null
  subject: string | null
}

/**
 * Who is signed in, also before activation and while banned.
 * @throws ServiceError accessTokenExpired, invalidAccessToken, userRemoved
 */
export async function me(c: Context<ServiceBindings>): Promise<UserShape> {
  const { person, row } = await authorizeWith<UserRow>(
    c,
    ({ userId }) => c.env.DB.prepare(USER).bind(userId),
    { unactivated: true, banned: true },
  )
  if (!row) throw new ServiceError('userRemoved')
  return {
    userId: person.userId,
    username: row.username,
    email: row.email,
    gender: row.gender,
    birthYear: row.birth_year,
    hasPicture: row.picture_id !== null,
    pictureLink: row.picture_id === null ? '' : `/picture/${row.picture_id}`,
    tokenExpired: person.tokenExpired,
    userOptions: row.subject === null ? {} : { googleUserId: row.subject },
    activated: person.isActivated,
  }
}
