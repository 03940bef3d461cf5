import type { Failure } from '../../api/call.ts'
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
      <p className="field-error" role="alert">
        {failure && actionFailureText(t, failure, 'journal.failed')}
      </p>
      {failure && (
        <button type="button" className="link-button" onClick={onRetry}>
          {t('history.retry')}
        </button>
      )}
    </>
  )
}
