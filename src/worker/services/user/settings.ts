import { reminderSchema } from '../../../contract/calls/reminder.ts'
import { userSchema } from '../../../contract/schemas.ts'
import { epochSeconds } from '../../../domain/durations.ts'
import { tokyoParts } from '../../../domain/tokyo-time.ts'
import { isBirthYear } from '../../../domain/user.ts'
import { usernameKey, usernameProblem, usernameSkeleton } from '../../../domain/username.ts'
import { now } from '../../config/clock.ts'
import { config } from '../../config/config.ts'
import { isConstraintFailure } from '../../db/database.ts'
import { pictureLink } from '../../db/comment.ts'
import { shownRow } from '../../db/shown-row.ts'
import type { Handler } from '../../http/create-service.ts'
import { notAvailable, ServiceError } from '../../http/service.ts'
import type { Person } from '../../identity/authorize.ts'
import { storeLanguage } from '../../identity/sign-in.ts'
import { imitates, isRefusedUsername } from '../../identity/availability.ts'
import { nextReminderAt, timeZoneNamed } from '../../../domain/reminder.ts'
import { newId } from '../../db/id.ts'
import { SPREAD } from '../../reminders/due-reminders.ts'
import {
  dropOldest,
  isPushEndpoint,
  replaceSubscription,
  storeSubscription,
} from '../../reminders/subscriptions.ts'

const suspensionOf = ({ isBanned, pauseEnd }: Person) =>
  isBanned || pauseEnd === null ? {} : { until: epochSeconds(pauseEnd) }

/** Every page of a signed-in person begins with it. */
export const readMe: Handler<'readMe'> = async (c) => {
  const { person } = c.var
  await storeLanguage(c, person.userId, person.language)
  const { termsVersion } = config(c.env)
  const user = shownRow(userSchema, {
    ...person,
    hasPicture: person.pictureId !== null,
    pictureLink: pictureLink(person.pictureId),
    userOptions: shownRow(userSchema.shape.userOptions, {
      ...person,
      googleUserId: person.isSocial ? person.subject : null,
      hidesEcho: person.hidesEcho ? true : null,
      hidesOthers: person.hidesOthers ? true : null,
    }),
    activated: person.activatedAt !== null,
    roles: person.isSuspended ? null : person.roles?.split(','),
    suspended: person.isSuspended ? suspensionOf(person) : null,
    termsDue: person.termsVersion < termsVersion ? termsVersion : null,
  })
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

const READ = `
  SELECT channel, hour, time_zone AS timeZone, (SELECT json_group_array(endpoint)
    FROM push_subscription WHERE push_subscription.user_id = reminder.user_id) AS endpoints
  FROM reminder
  WHERE user_id = ?1 AND due_at IS NOT NULL`

export const readReminder: Handler<'readReminder'> = async (c) => {
  const row = await c.env.DB.prepare(READ).bind(c.var.person.userId).first()
  return shownRow(reminderSchema, { ...row, publicKey: config(c.env).push?.publicKey })
}

const STORE = `
  INSERT INTO reminder (user_id, channel, hour, time_zone, language, token, due_at, next_attempt_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7 + ${SPREAD})
  ON CONFLICT (user_id) DO UPDATE SET channel = excluded.channel, hour = excluded.hour,
    time_zone = excluded.time_zone, language = excluded.language,
    token = CASE WHEN due_at IS NULL THEN excluded.token ELSE token END, due_at = excluded.due_at,
    next_attempt_at = excluded.next_attempt_at`

/** Keeps the token, so that using its link again succeeds; a new choice gets a new one. */
const END = `
  UPDATE reminder SET channel = 'mail', hour = 0, time_zone = '', due_at = NULL, next_attempt_at = NULL
  WHERE user_id = ?1`
const DROP_MAIL = 'DELETE FROM mail WHERE user_id = ?1 AND is_bulk = 1 AND sent_at IS NULL'
const DROP_ALL = 'DELETE FROM push_subscription WHERE user_id = ?1'

async function endReminderOf({ DB }: Env, userId: string): Promise<void> {
  await DB.batch([END, DROP_ALL, DROP_MAIL].map((sql) => DB.prepare(sql).bind(userId)))
}

const HAS_BROWSER = 'SELECT 1 FROM push_subscription WHERE user_id = ?1 LIMIT 1'

/**
 * The next reminder is at the next chosen hour, today or tomorrow in the time zone.
 * @throws ServiceError dataNotAvailable (`timeZone`, `subscription`)
 */
export const changeReminder: Handler<'changeReminder'> = async (c, input) => {
  const { DB } = c.env
  const { userId } = c.var.person
  const { channel, hour, timeZone, language, subscription } = input
  if (channel === 'off') return endReminderOf(c.env, userId)
  const zone = timeZoneNamed(timeZone)
  if (!zone) throw notAvailable('timeZone')
  if (subscription && !isPushEndpoint(c.env, subscription.endpoint))
    throw notAvailable('subscription')
  if (channel === 'push' && !subscription && !(await DB.prepare(HAS_BROWSER).bind(userId).first()))
    throw notAvailable('subscription')
  const nowMs = now(c.env)
  const dueAt = nextReminderAt(hour, zone, nowMs)
  await DB.batch([
    DB.prepare(STORE).bind(userId, channel, hour, zone, language, newId(), dueAt),
    ...(channel === 'mail' ? [DB.prepare(DROP_ALL).bind(userId)] : []),
    ...(channel === 'push' && subscription
      ? [storeSubscription(c.env, userId, subscription, nowMs), dropOldest(c.env, userId)]
      : []),
  ])
}

/** @throws ServiceError dataNotAvailable (`endpoint` for an unknown one, `subscription`) */
export const renewSubscription: Handler<'renewSubscription'> = async (
  c,
  { endpoint, subscription },
) => {
  if (!isPushEndpoint(c.env, subscription.endpoint)) throw notAvailable('subscription')
  if (!(await replaceSubscription(c.env, endpoint, subscription))) throw notAvailable('endpoint')
}

const HOLDER = 'SELECT user_id FROM reminder WHERE token = ?1'

/** @throws ServiceError dataNotAvailable (`token`) when the account is gone or the token never existed */
export const endReminder: Handler<'endReminder'> = async (c, { token }) => {
  const userId = await c.env.DB.prepare(HOLDER).bind(token).first<string>('user_id')
  if (!userId) throw notAvailable('token')
  await endReminderOf(c.env, userId)
}
