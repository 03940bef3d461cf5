import * as errorCode from '../../api/error-code.ts'
import { useState } from 'react'
import { codeOf, fieldOf } from '../../api/result.ts'
import { PASSCODE_LENGTH } from '../../domain/passcode.ts'
import type { Translate } from '../../i18n/translate.ts'
import { ResendCode } from '../auth/ResendCode.tsx'
import { CodeBoxes, useSixthDigit } from '../ui/CodeBoxes.tsx'
import { failureText } from '../ui/failure-text.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { call } from '../../stores/call.ts'

interface Props {
  t: Translate
  id: string
  email: string
  secondsLeft: number
  /**
   * Sends another code for a new `id`.
   * @returns the problem
   */
  onResend: () => Promise<string | undefined>
  onEdit: () => void
  onConfirmed: (reference: string) => void
}

/** The mailed code, submitted by its sixth digit; the form behind it is kept. */
export function RequestCode({ t, id, email, secondsLeft, onResend, onEdit, onConfirmed }: Props) {
  const [isComplete, setComplete] = useState(false)
  const [isSending, setSending] = useState(false)
  const [sendingProblem, setSendingProblem] = useState('')
  const { formProps, problems, isBusy, submit } = useForm(async (data): Promise<Problems> => {
    const passcode = data.getAll('digit').join('')
    const result = await call('moderation', 'POST /request/confirm', { id, passcode })
    if (result.ok) {
      onConfirmed(result.results[0]!.reference)
      return {}
    }
    const code = codeOf(result)
    if (fieldOf(result) === 'hidden') return { form: t('request.postHidden') }
    if (code === errorCode.dataNotAvailable) return { code: t('otp.failed') }
    if (code === errorCode.tooManyAttempts) return { code: t('request.dead') }
    return {
      form: code === errorCode.dataNotFound ? t('request.postGone') : failureText(t, result),
    }
  })
  const sendOnce = useSixthDigit(id, submit)
  const resend = async () => {
    if (isSending || secondsLeft > 0) return
    setSending(true)
    const problem = await onResend()
    setSending(false)
    setSendingProblem(problem ?? '')
  }
  const sending = { isBusy: isSending, problem: sendingProblem, notice: '', secondsLeft }
  return (
    <form {...formProps}>
      <p className="lead">
        {t('request.sentTo')}
        <strong className="address" translate="no">
          {email}
        </strong>
      </p>
      <CodeBoxes
        t={t}
        problem={problems['code']}
        takesFocus
        onChange={(code) => {
          setComplete(code.length === PASSCODE_LENGTH)
          sendOnce(code)
        }}
      />
      <FormProblem text={problems['form']} />
      <SubmitButton isBusy={isBusy} isEnabled={isComplete}>
        {t('request.confirm')}
      </SubmitButton>
      <ResendCode t={t} sending={sending} hasProblem={false} onResend={() => void resend()} />
      <button type="button" className="link-button" onClick={onEdit}>
        {t('request.edit')}
      </button>
    </form>
  )
}
