import { errorCode, type Failure, isTransient } from '../../api/result.ts'
import { serverNow } from '../../api/server-clock.ts'
import { MINUTE_S } from '../../domain/durations.ts'
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
  const { status, retryAfter, isMaintenance, code = 0 } = failure
  if (!status) return t('error.network')
  if (isMaintenance && retryAfter) {
    return t('error.maintenance', endTime(serverNow() / 1000 + retryAfter))
  }
  if (code === errorCode.tooManyAttempts && retryAfter) {
    return t('error.tooManyAttemptsFor', { minutes: Math.ceil(retryAfter / MINUTE_S) })
  }
  return t(failureTexts[code] ?? 'error.server')
}

/** Sentence of a failed action outside forms; names the action, since nothing was typed. */
export function actionFailureText(failure: Failure, failed: MessageKey): string {
  return isTransient(failure) && !failure.isMaintenance ? t(failed) : failureText(failure)
}
