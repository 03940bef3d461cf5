import { isTransient, type Failure } from '../../api/result.ts'
import type { MessageKey, Translate } from '../../i18n/translate.ts'
import { failureText } from './failure-text.ts'

/** The sentence for a failed action that is not a form: it names what failed, since nothing was typed. */
export function actionFailureText(t: Translate, failure: Failure, failed: MessageKey): string {
  const isMaintenance = failure.error !== 'network' && failure.isMaintenance
  return isTransient(failure) && !isMaintenance ? t(failed) : failureText(t, failure)
}
