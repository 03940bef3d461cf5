import { epochSeconds } from '../../../domain/durations.ts'
import type { userCalls } from '../../../contract/calls/user.ts'
import type { Handler } from '../../http/create-service.ts'
import { config } from '../../config/config.ts'
import { ServiceError } from '../../http/service.ts'
import { pictureLink } from '../../db/stored-comment.ts'
import { authorizeWith } from '../../identity/authorize.ts'

const USER = `
  SELECT username, email, gender, birth_year, picture_id, terms_version, hides_echo, hides_others,
    (SELECT subject FROM social_identity WHERE user_id = user.id ORDER BY created_at LIMIT 1) AS subject
  FROM user WHERE id = ?1`

interface UserRow {
  username: string
  email: string
  gender: number
  birth_year: number
  picture_id: string | null
  subject: string | null
  terms_version: string
  hides_echo: number | null
  hides_others: number | null
}

const suspensionOf = ({ until }: { until: number | undefined }) =>
  until === undefined ? {} : { until: epochSeconds(until) }

/**
 * The signed-in person, also before activation and while suspended.
 * @throws ServiceError accessTokenExpired, invalidAccessToken, userRemoved
 */
export const readMe: Handler<typeof userCalls.readMe> = async (c) => {
  const { person, row } = await authorizeWith<UserRow>(
    c,
    ({ userId }) => c.env.DB.prepare(USER).bind(userId),
    { unactivated: true, suspended: true },
  )
  if (!row) throw new ServiceError('userRemoved')
  const { termsVersion } = config(c.env)
  const user = {
    userId: person.userId,
    username: row.username,
    email: row.email,
    gender: row.gender,
    birthYear: row.birth_year,
    hasPicture: row.picture_id !== null,
    pictureLink: pictureLink(c.env, row.picture_id),
    tokenExpired: person.tokenExpired,
    userOptions: {
      ...(person.isSocial && row.subject !== null && { googleUserId: row.subject }),
      ...(row.hides_echo && { hidesEcho: true as const }),
      ...(row.hides_others && { hidesOthers: true as const }),
    },
    activated: person.isActivated,
    ...(person.suspension && { suspended: suspensionOf(person.suspension) }),
    ...(row.terms_version < termsVersion && { termsDue: termsVersion }),
  }
  return [user]
}
