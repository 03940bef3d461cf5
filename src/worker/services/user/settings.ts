import { epochSeconds } from '../../../domain/durations.ts'
import { tokyoParts } from '../../../domain/tokyo-time.ts'
import { isBirthYear } from '../../../domain/user.ts'
import { usernameKey, usernameProblem, usernameSkeleton } from '../../../domain/username.ts'
import { now } from '../../config/clock.ts'
import { config } from '../../config/config.ts'
import { isConstraintFailure } from '../../db/database.ts'
import { pictureLink } from '../../db/comment.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, notAvailable } from '../../http/service.ts'
import type { Person } from '../../identity/authorize.ts'
import { imitates, isRefusedUsername } from '../../identity/availability.ts'

const suspensionOf = ({ isBanned, pauseEnd }: Person) =>
  isBanned || pauseEnd === null ? {} : { until: epochSeconds(pauseEnd) }

export const readMe: Handler<'readMe'> = (c) => {
  const { person } = c.var
  const { termsVersion } = config(c.env)
  const user = {
    userId: person.userId,
    username: person.username,
    email: person.email,
    gender: person.gender,
    birthYear: person.birthYear,
    hasPicture: person.pictureId !== null,
    pictureLink: pictureLink(person.pictureId),
    tokenExpired: person.tokenExpired,
    userOptions: {
      ...(person.isSocial && person.subject !== null && { googleUserId: person.subject }),
      ...(person.hidesEcho && { hidesEcho: true as const }),
      ...(person.hidesOthers && { hidesOthers: true as const }),
    },
    activated: person.activatedAt !== null,
    ...(person.isSuspended && { suspended: suspensionOf(person) }),
    ...(person.termsVersion < termsVersion && { termsDue: termsVersion }),
  }
  return [user]
}

/**
 * Records consent to the current terms (`docs/product.md#consent`).
 * @throws ServiceError dataNotAvailable (`version`) for any other version
 */
export const agreeToTerms: Handler<'agreeToTerms'> = async (c, { version }) => {
  const { userId } = c.var.person
  if (version !== config(c.env).termsVersion) throw notAvailable('version')
  await c.env.DB.prepare('UPDATE user SET terms_version = ?2 WHERE id = ?1')
    .bind(userId, version)
    .run()
}

const CHANGE_USERNAME = `
  UPDATE user SET username = ?2, username_key = ?3, username_skeleton = ?4
  WHERE id = ?1
    AND NOT EXISTS (SELECT 1 FROM user WHERE username_skeleton = ?5 AND id <> ?1)`

/** @throws ServiceError dataNotAvailable (`newUsername`), usernameTaken */
export const changeUsername: Handler<'changeUsername'> = async (c, { newUsername }) => {
  const { userId } = c.var.person
  if (usernameProblem(newUsername)) throw notAvailable('newUsername')
  if (isRefusedUsername(c.env, newUsername)) throw new ServiceError('usernameTaken')
  try {
    const skeleton = usernameSkeleton(newUsername)
    const { meta } = await c.env.DB.prepare(CHANGE_USERNAME)
      .bind(userId, newUsername, usernameKey(newUsername), skeleton, imitates(c.env, skeleton))
      .run()
    if (meta.changes === 0) throw new ServiceError('usernameTaken')
  } catch (error) {
    throw isConstraintFailure(error, 'user.username_key')
      ? new ServiceError('usernameTaken')
      : error
  }
}

export const changeGender: Handler<'changeGender'> = async (c, { gender }) => {
  const { userId } = c.var.person
  await c.env.DB.prepare('UPDATE user SET gender = ?2 WHERE id = ?1').bind(userId, gender).run()
}

/** @throws ServiceError dataNotAvailable (`birthYear`) */
export const changeBirthYear: Handler<'changeBirthYear'> = async (c, { birthYear }) => {
  const { userId } = c.var.person
  if (!isBirthYear(birthYear, tokyoParts(now(c.env)).year)) throw notAvailable('birthYear')
  await c.env.DB.prepare('UPDATE user SET birth_year = ?2 WHERE id = ?1')
    .bind(userId, birthYear)
    .run()
}

const CHANGE_READING = `
  UPDATE user SET
    hides_echo = iif(?2 IS NULL, hides_echo, nullif(?2, 0)),
    hides_others = iif(?3 IS NULL, hides_others, nullif(?3, 0))
  WHERE id = ?1`

const flag = (choice: boolean | undefined) => (choice === undefined ? null : Number(choice))

/** `docs/product.md#reading-settings` */
export const changeReading: Handler<'changeReading'> = async (c, choices) => {
  const { userId } = c.var.person
  await c.env.DB.prepare(CHANGE_READING)
    .bind(userId, flag(choices.hidesEcho), flag(choices.hidesOthers))
    .run()
}
