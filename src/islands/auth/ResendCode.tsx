import { MINUTE_S } from '../../domain/durations.ts'
import { t } from '../../i18n/translate.ts'
import { FormProblem, QuietButton } from '../ui/Form.tsx'
import { failureText } from '../ui/failure-text.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CallResult, errorCode } from '../../api/result.ts'
import { storages, stored } from '../../api/storage.ts'
import { navigationTiming } from '../../api/server-clock.ts'
import { isLanguageSwitch } from '../../browser/typed-text.ts'

/** The page whose last request sent a code, in session storage. */
const SENT = 'CodeSent'

interface Props {
  sending: Omit<ReturnType<typeof useCodeSending>, 'isSent' | 'resend'>
  /** Of the form, which the notice does not contradict. */
  hasProblem?: boolean
  onResend: () => void
}

export function ResendCode({ sending, hasProblem, onResend }: Props) {
  const { isBusy, problem, notice, secondsLeft } = sending
  return (
    <div className="form">
      <output className="form-notice">{!hasProblem && notice}</output>
      <FormProblem text={problem} />
      <QuietButton
        aria-disabled={isBusy || secondsLeft > 0 || undefined}
        aria-busy={isBusy || undefined}
        onClick={onResend}
      >
        {label(secondsLeft)}
      </QuietButton>
      <p className="field-hint">{t('otp.spam')}</p>
    </div>
  )
}

function label(secondsLeft: number): string {
  if (secondsLeft === 0) return t('otp.resend')
  if (secondsLeft <= MINUTE_S) return t('otp.resendInSeconds', { seconds: secondsLeft })
  return t('otp.resendInMinutes', { minutes: Math.ceil(secondsLeft / MINUTE_S) })
}

/**
 * Sends a code on opening, once the address is known, and on request.
 * @param sent a code that was sent before: seconds until the next may be
 */
export function useCodeSending(
  send: (() => Promise<CallResult<unknown>>) | undefined,
  sent?: number,
) {
  const isOpened = useRef(sent !== undefined)
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  const [problem, setProblem] = useState('')
  const [notice, setNotice] = useState('')
  const [secondsLeft, waitFor] = useCountdown(sent)
  const isKnown = send !== undefined

  const sendOnce = async (): Promise<boolean> => {
    if (!send || isBusy || secondsLeft > 0) return false
    setBusy(true)
    setProblem('')
    setNotice('')
    storages()[0]?.removeItem(SENT)
    const result = await send()
    setBusy(false)
    if (result.ok) {
      storages()[0]?.setItem(SENT, location.pathname)
      setSent(true)
      if (result.retryAfter) waitFor(result.retryAfter)
      return true
    }
    const wait = (result.code === errorCode.tooManyAttempts && result.retryAfter) || 0
    waitFor(wait)
    // A longer wait means the day's limit is reached.
    if (wait > 0 && wait <= MINUTE_S) {
      setSent(true)
      setNotice(t('otp.alreadySent'))
    } else setProblem(failureText(result))
    return false
  }

  const open = useEffectEvent(() => {
    if (isOpened.current || !isKnown) return
    isOpened.current = true
    // A second code would make the first worthless; phones reload a page after a visit to the mail.
    const isReload = navigationTiming()?.type === 'reload' && stored(SENT) === location.pathname
    if (isLanguageSwitch || isReload) setSent(true)
    else void sendOnce()
  })
  useEffect(() => open(), [isKnown])

  return { isBusy, isSent, problem, notice, secondsLeft, resend: sendOnce }
}

/** Countdown in whole seconds, and its start. */
function useCountdown(first = 0): [secondsLeft: number, waitFor: (seconds: number) => void] {
  const [nowMs, setNow] = useState(Date.now)
  const [endsAt, setEndsAt] = useState(nowMs + first * 1000)
  const secondsLeft = Math.max(0, Math.ceil((endsAt - nowMs) / 1000))
  const isRunning = secondsLeft > 0

  useEffect(() => {
    if (!isRunning) return
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [isRunning])

  const waitFor = (seconds: number) => {
    setNow(Date.now())
    setEndsAt(Date.now() + seconds * 1000)
  }
  return [secondsLeft, waitFor]
}
