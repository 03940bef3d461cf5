import type { ComponentProps } from 'react'
import type { Failure } from '../../api/result.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'
import { actionFailureText } from './failure-text.ts'

interface Props {
  failure: Failure | undefined
  failed: MessageKey
  onRetry: () => void
}

export const QuietButton = (props: ComponentProps<'button'>) => (
  <button type="button" className="button button-quiet" {...props} />
)

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
