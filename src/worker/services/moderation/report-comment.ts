import type { moderationCalls } from '../../../contract/calls/moderation.ts'
import { reportWeight } from '../../../domain/moderation.ts'
import { now } from '../../config/clock.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { reportablePost, storeReport } from './store-report.ts'

/** The reports of ?1 that were upheld and dismissed. */
const RECORD = 'SELECT upheld, dismissed FROM reporter_record WHERE user_id = ?1'

/**
 * Reports another person's post.
 * @throws ServiceError dataNotFound, userPrivilegeNotFound for one's own post
 */
export const reportComment: Handler<typeof moderationCalls.reportComment> = async (c, reported) => {
  const { env } = c
  const { userId, createdAt, language } = c.var.person
  const { authorId } = await reportablePost(env, reported.commentId)
  if (authorId === userId) throw new ServiceError('userPrivilegeNotFound')
  const record = await env.DB.prepare(RECORD)
    .bind(userId)
    .first<{ upheld: number; dismissed: number }>()
  const weight = reportWeight(now(env) - createdAt, record?.upheld ?? 0, record?.dismissed ?? 0)
  return [await storeReport(c, reported, { key: userId, language, person: { userId, weight } })]
}
