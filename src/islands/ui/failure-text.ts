import type { Failure } from '../../api/call.ts'
import { errorCode } from '../../api/error-code.ts'
import type { MessageKey, Translate } from '../../i18n/translate.ts'

const texts: Record<number, MessageKey> = {
  [errorCode.userBanned]: 'error.banned',
  [errorCode.userTemporarilyBanned]: 'error.temporarilyBanned',
  [errorCode.userRemoved]: 'error.removed',
  [errorCode.tooManyAttempts]: 'error.tooManyAttempts',
}

/** The sentence for a failure that no screen has words of its own for. */
export function failureText(t: Translate, failure: Failure): string {
  if (failure.error === 'network') return t('error.network')
  const { retryAfter, error } = failure
  if (error.errorCode === errorCode.tooManyAttempts && retryAfter) {
    return t('error.tooManyAttemptsFor', { minutes: Math.ceil(retryAfter / 60) })
  }
  return t(texts[error.errorCode] ?? 'error.server')
}
