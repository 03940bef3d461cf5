import { text } from '../../browser/account/entry.ts'
import { codeOf, isTransient, type CallResult, type Failure } from '../../api/result.ts'
import * as errorCode from '../../api/error-code.ts'
import type { Receipt } from '../../contract/moderation-schemas.ts'
import { normalizeEmail } from '../../domain/email.ts'
import type { ReportCategory } from '../../domain/moderation.ts'
import type { Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { pageLanguage } from '../../stores/language.ts'
import { emailProblem } from '../ui/email-problem.ts'
import { failureText } from '../ui/failure-text.ts'
import type { Problems } from '../ui/use-form.ts'

export interface Report {
  commentId: string
  category: ReportCategory
  words?: string
  illegal?: { reason: string; name?: string; inGoodFaith: true }
  email?: string
}

export function readReport(
  t: Translate,
  commentId: string,
  data: FormData,
  isGuest: boolean,
): { report: Report } | { problems: Problems } {
  const category = text(data, 'category') as ReportCategory | ''
  const words = text(data, 'words').trim()
  const reason = text(data, 'reason').trim()
  const name = text(data, 'name').trim()
  const email = normalizeEmail(text(data, 'email'))
  const problems: Problems = {}
  if (!category) problems['category'] = t('dialog.report.chooseCategory')
  if (category === 'illegal' && !reason) problems['reason'] = t('dialog.report.reasonMissing')
  if (category === 'illegal' && !data.has('inGoodFaith'))
    problems['inGoodFaith'] = t('dialog.report.goodFaithMissing')
  const wrong = isGuest && emailProblem(t, email)
  if (wrong) problems['email'] = wrong
  if (!category || Object.keys(problems).length > 0) return { problems }
  const report: Report = {
    commentId,
    category,
    ...(words && { words }),
    ...(category === 'illegal' && {
      illegal: { reason, ...(name && { name }), inGoodFaith: true as const },
    }),
    ...(isGuest && { email }),
  }
  return { report }
}

/** Receipt; for a guest, the id that the mailed code confirms. */
export async function sendReport({
  email,
  ...report
}: Report): Promise<CallResult<readonly (Receipt | { id: string })[]>> {
  if (email === undefined) return call('moderation', 'POST /report', report)
  const language = pageLanguage()
  return call('moderation', 'POST /report/guest', { ...report, email, language })
}

export function confirmReport(id: string, passcode: string): Promise<CallResult<Receipt[]>> {
  return call('moderation', 'POST /report/confirm', { id, passcode })
}

export function reportProblems(t: Translate, failure: Failure): Problems {
  const isGone = codeOf(failure) === errorCode.dataNotFound
  return { form: isGone ? t('dialog.report.gone') : failureText(t, failure) }
}

/** Failures unrelated to the code keep the boxes. */
export function codeProblems(t: Translate, failure: Failure): Problems {
  if (isTransient(failure)) return { form: failureText(t, failure) }
  const isWrong = codeOf(failure) === errorCode.dataNotAvailable
  return { code: t(isWrong ? 'otp.failed' : 'otp.dead') }
}
