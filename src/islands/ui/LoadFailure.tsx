import type { Failure } from '../../api/result.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'
import { actionFailureText } from './failure-text.ts'
import { QuietButton } from './QuietButton.tsx'

interface Props {
  failure: Failure | undefined
  failed: MessageKey
  onRetry: () => void
}

export function LoadFailure({ failure, failed, onRetry }: Props) {
  return (
    <>
      <p className="form-error" role="alert">
        {failure && actionFailureText(failure, failed)}
      </p>
      {failure && <QuietButton onClick={onRetry}>{t('error.retry')}</QuietButton>}
    </>
  )
}
