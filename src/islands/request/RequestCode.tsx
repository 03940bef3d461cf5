import { useState } from 'react'
import { codeOf, errorCode, fieldOf } from '../../api/result.ts'
import { t } from '../../i18n/translate.ts'
import { ResendCode } from '../auth/ResendCode.tsx'
import { CodeBoxes } from '../ui/CodeBoxes.tsx'
import { failureText } from '../ui/failure-text.ts'
import { Form, type Problems, useForm } from '../ui/Form.tsx'
import { call } from '../../stores/call.ts'

interface Props {
  id: string
  email: string
  secondsLeft: number
  /** Sends another code for a new `id`; returns the problem. */
  onResend: () => Promise<string | undefined>
  onEdit: () => void
  onConfirmed: (reference: string) => void
}

/** The mailed code, submitted by its sixth digit; the form behind it is kept. */
export function RequestCode({ id, email, secondsLeft, onResend, onEdit, onConfirmed }: Props) {
  const [isComplete, setComplete] = useState(false)
  const [isSending, setSending] = useState(false)
  const [sendingProblem, setSendingProblem] = useState('')
  const form = useForm(async (data): Promise<Problems> => {
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
      form: code === errorCode.dataNotFound ? t('request.postGone') : failureText(result),
    }
  })
  const resend = async () => {
    if (isSending || secondsLeft > 0) return
    setSending(true)
    const problem = await onResend()
    setSending(false)
    setSendingProblem(problem ?? '')
  }
  const sending = { isBusy: isSending, problem: sendingProblem, notice: '', secondsLeft }
  return (
    <Form
      form={form}
      submit={t('request.confirm')}
      isEnabled={isComplete}
      after={
        <>
          <ResendCode sending={sending} hasProblem={false} onResend={() => void resend()} />
          <button type="button" className="link-button" onClick={onEdit}>
            {t('request.edit')}
          </button>
        </>
      }
    >
      <p className="lead">
        {t('request.sentTo')}
        <strong className="address" translate="no">
          {email}
        </strong>
      </p>
      <CodeBoxes takesFocus onSixth={form.submit} onChange={setComplete} />
    </Form>
  )
}
