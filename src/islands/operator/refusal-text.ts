import { errorCode, type Failure } from '../../api/result.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'
import { failureText } from '../ui/failure-text.ts'

/** The sentence for the refused field or the error number, else that of the failure. */
export function refusalText(
  failure: Failure,
  sentences: Readonly<Record<string, MessageKey>>,
): string {
  if (failure.code === errorCode.rolePrivilegeNotFound) return t('desk.refused')
  const key = sentences[failure.field ?? ''] ?? sentences[failure.code ?? '']
  return key ? t(key) : failureText(failure)
}
