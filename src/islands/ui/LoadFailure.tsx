import type { Failure } from '../../api/result.ts'
import type { MessageKey, Translate } from '../../i18n/translate.ts'
import { actionFailureText } from './failure-text.ts'

interface Props {
  t: Translate
  failure: Failure | undefined
  failed: MessageKey
  onRetry: () => void
}

export function LoadFailure({ t, failure, failed, onRetry }: Props) {
  return (
    <>
      <p className="form-error" role="alert">
        {failure && actionFailureText(t, failure, failed)}
      </p>
      {failure && (
        <button type="button" className="button button-quiet" onClick={onRetry}>
          {t('error.retry')}
        </button>
      )}
    </>
  )
}
