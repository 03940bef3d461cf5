import { codeOf, type Failure } from '../../../api/result.ts'
import * as errorCode from '../../../api/error-code.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { failureText } from '../../ui/failure-text.ts'
import type { Problems } from '../../ui/use-form.ts'

/** Epoch seconds of a `datetime-local` value in Asia/Tokyo; NaN for none. */
export const secondsOf = (value: string): number => Date.parse(`${value}+09:00`) / 1000

/** The sentence for a refusal, at the field that it is about. */
export function refusalText(t: Translate, failure: Failure): Problems {
  const field = failure.error === 'network' ? undefined : failure.error.field
  if (field === 'startsAt') return { startsAt: t('announce.problem.startsAt') }
  if (field === 'replaces') return { form: t('announce.problem.replaced') }
  if (field === 'window') return { end: t('announce.problem.window') }
  if (codeOf(failure) === errorCode.dataNotFound) return { form: t('announce.problem.gone') }
  return { form: failureText(t, failure) }
}
