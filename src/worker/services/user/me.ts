import { epochSeconds } from '../../../domain/durations.ts'
import type { userCalls } from '../../../contract/calls/user.ts'
import type { Handler } from '../../http/create-service.ts'
import { config } from '../../config/config.ts'
import { pictureLink } from '../../db/stored-comment.ts'

const suspensionOf = ({ until }: { until: number | undefined }) =>
  until === undefined ? {} : { until: epochSeconds(until) }

/** The signed-in person, also before activation and while suspended. */
export const readMe: Handler<typeof userCalls.readMe> = (c) => {
  const { person } = c.var
  const { gender, birthYear, subject, hidesEcho, hidesOthers, ...settings } = person.settings
  const { termsVersion } = config(c.env)
  const user = {
    userId: person.userId,
    username: person.username,
    email: person.email,
    gender,
    birthYear,
    hasPicture: person.pictureId !== null,
    pictureLink: pictureLink(person.pictureId),
    tokenExpired: person.tokenExpired,
    userOptions: {
      ...(person.isSocial && subject !== null && { googleUserId: subject }),
      ...(hidesEcho && { hidesEcho: true as const }),
      ...(hidesOthers && { hidesOthers: true as const }),
    },
    activated: person.isActivated,
    ...(person.suspension && { suspended: suspensionOf(person.suspension) }),
    ...(settings.termsVersion < termsVersion && { termsDue: termsVersion }),
  }
  return [user]
}
