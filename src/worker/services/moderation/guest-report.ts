import type { moderationCalls } from '../../../contract/calls/moderation.ts'
import { emailKey } from '../../../domain/email.ts'
import { config } from '../../config/config.ts'
import type { Handler } from '../../http/create-service.ts'
import { keyedHash } from '../../keys/keyed-hash.ts'
import { requestConfirmation, readConfirmed, type Unconfirmed } from './confirmation.ts'
import { reportablePost, storeReport, type ReportedPost } from './store-report.ts'

interface GuestReport extends Unconfirmed {
  kind: 'report'
  reported: ReportedPost
}

/**
 * A report without an account; it counts once its code is confirmed.
 * @throws ServiceError dataNotFound, tooManyAttempts
 */
export const reportAsGuest: Handler<typeof moderationCalls.reportAsGuest> = async (
  c,
  { email, language, ...reported },
) => {
  await reportablePost(c.env, reported.commentId)
  const report: GuestReport = { kind: 'report', email, language, reported }
  return [await requestConfirmation(c, report, 'reportCode')]
}

/** @throws ServiceError as `confirmed`; dataNotFound when the post is gone */
export const confirmGuestReport: Handler<typeof moderationCalls.confirmGuestReport> = async (
  c,
  confirmation,
) => {
  const { env } = c
  const { email, language, reported } = await readConfirmed<GuestReport>(
    env,
    confirmation,
    'report',
  )
  const key = `guest:${await keyedHash(config(env), 'reporter', emailKey(email))}`
  return [await storeReport(c, reported, { key, language, email })]
}
