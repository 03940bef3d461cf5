import { useEffect, useRef, useState } from 'react'
import type { Accepted } from '../../api/auth.ts'
import { codeOf } from '../../api/call.ts'
import { errorCode } from '../../api/error-code.ts'
import type { Translate } from '../../i18n/translate.ts'
import { $dialog } from '../../stores/dialog.ts'
import { failureText } from '../ui/failure-text.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { useCountdown } from '../ui/use-countdown.ts'

interface Props {
  t: Translate
  email: string
  send: () => Promise<Accepted>
  isSentOnOpen: boolean
}

/** Sends a code when the screen opens, and again when asked; says how long to wait where that is limited. */
export function ResendCode({ t, email, send, isSentOnOpen }: Props) {
  const isOpened = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [notice, setNotice] = useState('')
  const [secondsLeft, waitFor] = useCountdown()

  const dispatch = async (): Promise<boolean> => {
    setBusy(true)
    setProblem('')
    setNotice('')
    const answer = await send()
    setBusy(false)
    if (answer.ok) return true
    if (
      codeOf(answer) === errorCode.tooManyAttempts &&
      answer.error !== 'network' &&
      answer.retryAfter
    ) {
      waitFor(answer.retryAfter)
      setNotice(t('otp.alreadySent'))
    } else setProblem(failureText(t, answer))
    return false
  }

  useEffect(() => {
    if (isOpened.current) return
    isOpened.current = true
    if (isSentOnOpen) void dispatch()
  }, [])

  const resend = async () => {
    if (isBusy || secondsLeft > 0) return
    if (await dispatch()) $dialog.set({ name: 'verificationSent', email })
  }

  return (
    <div className="form">
      <p className="form-notice" role="status">
        {notice}
      </p>
      <FormProblem text={problem} />
      <button
        type="button"
        className="button button-quiet"
        aria-disabled={isBusy || secondsLeft > 0 || undefined}
        aria-busy={isBusy || undefined}
        onClick={() => void resend()}
      >
        {label(t, secondsLeft)}
      </button>
      <p className="field-hint">{t('otp.spam')}</p>
    </div>
  )
}

const MINUTE = 60

function label(t: Translate, secondsLeft: number): string {
  if (secondsLeft === 0) return t('otp.resend')
  if (secondsLeft <= MINUTE) return t('otp.resendInSeconds', { seconds: secondsLeft })
  return t('otp.resendInMinutes', { minutes: Math.ceil(secondsLeft / MINUTE) })
}
