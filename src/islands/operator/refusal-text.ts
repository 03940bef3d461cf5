import { codeOf, errorCode, type Failure, fieldOf } from '../../api/result.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'
import { failureText } from '../ui/failure-text.ts'

/** The sentence for the refused field or the error number, else that of the failure. */
export function refusalText(
  failure: Failure,
  sentences: Readonly<Record<string, MessageKey>>,
): string {
  const code = codeOf(failure)
  if (code === errorCode.rolePrivilegeNotFound) return t('desk.refused')
  const key = sentences[fieldOf(failure) ?? ''] ?? sentences[code ?? '']
  return key ? t(key) : failureText(failure)
}
