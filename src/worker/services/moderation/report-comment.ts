import { HOUR_MS } from '../../../domain/durations.ts'
import type { moderationCalls } from '../../../contract/calls/moderation.ts'
import type { Language } from '../../../domain/language.ts'
import { reportWeight } from '../../../domain/moderation.ts'
import { now } from '../../config/clock.ts'
import { config } from '../../config/config.ts'
import type { Handler } from '../../http/create-service.ts'
import { countAttempt } from '../../http/count-in-database.ts'
import { ServiceError } from '../../http/service.ts'
import { authorizeWith } from '../../identity/authorize.ts'
import { reportablePost, storeReport, type ReportedPost } from './store-report.ts'

/** ?1: the reporter. */
const REPORTER = `
  SELECT user.language, user.created_at AS createdAt,
    coalesce(reporter_record.upheld, 0) AS upheld, coalesce(reporter_record.dismissed, 0) AS dismissed
  FROM user LEFT JOIN reporter_record ON reporter_record.user_id = user.id WHERE user.id = ?1`

interface ReporterRow {
  language: Language
  createdAt: number
  upheld: number
  dismissed: number
}

/**
 * Reports another person's post.
 * @throws ServiceError as `authorize`; dataNotFound, userPrivilegeNotFound for one's own post, tooManyAttempts,
 *   dataNotAvailable (`illegal`)
 */
export const reportComment: Handler<typeof moderationCalls.reportComment> = async (c, reported) => {
  const { env } = c
  const { person, row } = await authorizeWith<ReporterRow>(c, ({ userId }) =>
    env.DB.prepare(REPORTER).bind(userId),
  )
  if (!row) throw new ServiceError('userRemoved')
  checkForm(reported)
  const { userId } = person
  const { authorId } = await reportablePost(env, reported.commentId)
  if (authorId === userId) throw new ServiceError('userPrivilegeNotFound')
  const { reportsPerHour } = config(env).limits
  await countAttempt(env, `report:user:${userId}`, reportsPerHour, HOUR_MS)
  const weight = reportWeight(now(env) - row.createdAt, row.upheld, row.dismissed)
  const reporter = { key: userId, language: row.language, person: { userId, weight } }
  return [await storeReport(c, reported, reporter)]
}

/** @throws ServiceError dataNotAvailable (`illegal`) */
export function checkForm({ category, illegal }: ReportedPost): void {
  if (category === 'illegal' && !illegal)
    throw new ServiceError('dataNotAvailable', { field: 'illegal' })
}
