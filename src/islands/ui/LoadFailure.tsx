import type { ComponentProps } from 'react'
import type { Failure } from '../../api/result.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'
import { actionFailureText } from './failure-text.ts'
import { FormProblem } from './FormProblem.tsx'

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
      <FormProblem text={failure && actionFailureText(failure, failed)} />
      {failure && <QuietButton onClick={onRetry}>{t('error.retry')}</QuietButton>}
    </>
  )
}
