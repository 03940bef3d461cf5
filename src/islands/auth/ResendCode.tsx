import { MINUTE_S } from '../../domain/durations.ts'
import type { Translate } from '../../i18n/translate.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import type { CodeSending } from './use-code-sending.ts'

interface Props {
  t: Translate
  sending: Pick<CodeSending, 'isBusy' | 'problem' | 'notice' | 'secondsLeft'>
  /** Whether the form has a problem, which the notice of an earlier code would contradict. */
  hasProblem: boolean
  onResend: () => void
}

/** Sends another code; shows how long to wait where that is limited. */
export function ResendCode({ t, sending, hasProblem, onResend }: Props) {
  const { isBusy, problem, notice, secondsLeft } = sending
  return (
    <div className="form">
      <output className="form-notice">{!hasProblem && notice}</output>
      <FormProblem text={problem} />
      <button
        type="button"
        className="button button-quiet"
        aria-disabled={isBusy || secondsLeft > 0 || undefined}
        aria-busy={isBusy || undefined}
        onClick={onResend}
      >
        {label(t, secondsLeft)}
      </button>
      <p className="field-hint">{t('otp.spam')}</p>
    </div>
  )
}

function label(t: Translate, secondsLeft: number): string {
  if (secondsLeft === 0) return t('otp.resend')
  if (secondsLeft <= MINUTE_S) return t('otp.resendInSeconds', { seconds: secondsLeft })
  return t('otp.resendInMinutes', { minutes: Math.ceil(secondsLeft / MINUTE_S) })
}
