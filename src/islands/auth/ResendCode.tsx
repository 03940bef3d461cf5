import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Accepted } from '../../api/auth.ts'
import { codeOf } from '../../api/call.ts'
import { errorCode } from '../../api/error-code.ts'
import { maskEmail } from '../../domain/email.ts'
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
  const [isBusy, setBusy] = useState(isSentOnOpen)
  const [problem, setProblem] = useState('')
  const [notice, setNotice] = useState('')
  const [secondsLeft, waitFor] = useCountdown()

  const settle = (answer: Accepted) => {
    setBusy(false)
    if (answer.ok) return
    const isTooSoon = codeOf(answer) === errorCode.tooManyAttempts
    if (isTooSoon && answer.error !== 'network' && answer.retryAfter) {
      waitFor(answer.retryAfter)
      setNotice(t('otp.alreadySent'))
    } else setProblem(failureText(t, answer))
  }

  const open = useEffectEvent(() => {
    if (isOpened.current || !isSentOnOpen) return
    isOpened.current = true
    void send().then(settle)
  })
  useEffect(() => open(), [])

  const resend = async () => {
    if (isBusy || secondsLeft > 0) return
    setBusy(true)
    setProblem('')
    setNotice('')
    const answer = await send()
    settle(answer)
    if (answer.ok) $dialog.set({ name: 'verificationSent', email: maskEmail(email) })
  }

  return (
    <div className="form">
      <output className="form-notice">{notice}</output>
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
