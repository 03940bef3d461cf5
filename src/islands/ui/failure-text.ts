import { MINUTE_S } from '../../domain/durations.ts'
import { errorCode, type Failure, isTransient } from '../../api/result.ts'
import { serverNow } from '../../api/server-clock.ts'
import { endTime } from '../../i18n/end-time.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'

export const failureTexts: Record<number, MessageKey> = {
  [errorCode.userNotActivated]: 'error.notActivated',
  [errorCode.userBanned]: 'error.banned',
  [errorCode.userTemporarilyBanned]: 'error.temporarilyBanned',
  [errorCode.userRemoved]: 'error.removed',
  [errorCode.tooManyAttempts]: 'error.tooManyAttempts',
}

export function failureText(failure: Failure): string {
  if (failure.error === 'network') return t('error.network')
  const { retryAfter, isMaintenance, error } = failure
  if (isMaintenance && retryAfter) {
    return t('error.maintenance', endTime(serverNow() / 1000 + retryAfter))
  }
  if (error.errorCode === errorCode.tooManyAttempts && retryAfter) {
    return t('error.tooManyAttemptsFor', { minutes: Math.ceil(retryAfter / MINUTE_S) })
  }
  return t(failureTexts[error.errorCode] ?? 'error.server')
}

/** Sentence of a failed action outside forms; names the action, since nothing was typed. */
export function actionFailureText(failure: Failure, failed: MessageKey): string {
  const isMaintenance = failure.error !== 'network' && failure.isMaintenance
  return isTransient(failure) && !isMaintenance ? t(failed) : failureText(failure)
}
