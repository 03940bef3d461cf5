import type { Failure } from '../../api/result.ts'
import type { Translate } from '../../i18n/translate.ts'
import { actionFailureText } from '../ui/action-failure.ts'

interface Props {
  t: Translate
  failure: Failure | undefined
  onRetry: () => void
}

/** Says that days or answers could not be read, with a button that reads them again. */
export function JournalFailure({ t, failure, onRetry }: Props) {
  return (
    <>
      <p className="form-error" role="alert">
        {failure && actionFailureText(t, failure, 'journal.failed')}
      </p>
      {failure && (
        <button type="button" className="button button-quiet" onClick={onRetry}>
          {t('error.retry')}
        </button>
      )}
    </>
  )
}
