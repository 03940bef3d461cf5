import * as errorCode from '../../api/error-code.ts'
import { MINUTE_S } from '../../domain/durations.ts'
import type { Translate } from '../../i18n/translate.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { codeOf, type CallResult, type Failure } from '../../api/result.ts'
import { isLanguageSwitch } from '../../browser/typed-text.ts'
import { failureText } from '../ui/failure-text.ts'

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

interface CodeSending {
  isBusy: boolean
  /** Whether a code is on its way, sent now or shortly before. */
  isSent: boolean
  problem: string
  notice: string
  /** Until the next code can be sent. */
  secondsLeft: number
  /** @returns whether another code was sent */
  resend: () => Promise<boolean>
}

const retryAfterOf = (failure: Failure) =>
  failure.error === 'network' ? 0 : (failure.retryAfter ?? 0)

/**
 * Sends a code when the screen opens, and again when asked.
 * @param send `undefined` while the address is not known
 */
export function useCodeSending(
  t: Translate,
  send: (() => Promise<CallResult<never[]>>) | undefined,
): CodeSending {
  const isOpened = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  const [problem, setProblem] = useState('')
  const [notice, setNotice] = useState('')
  const [secondsLeft, waitFor] = useCountdown()
  const isKnown = send !== undefined

  const sendOnce = async (): Promise<boolean> => {
    if (!send || isBusy || secondsLeft > 0) return false
    setBusy(true)
    setProblem('')
    setNotice('')
    const result = await send()
    setBusy(false)
    if (result.ok) {
      setSent(true)
      if (result.retryAfter) waitFor(result.retryAfter)
      return true
    }
    const wait = codeOf(result) === errorCode.tooManyAttempts ? retryAfterOf(result) : 0
    waitFor(wait)
    // A longer wait means that the day's codes are used up.
    if (wait > 0 && wait <= MINUTE_S) {
      setSent(true)
      setNotice(t('otp.alreadySent'))
    } else setProblem(failureText(t, result))
    return false
  }

  const open = useEffectEvent(() => {
    if (isOpened.current || !isKnown) return
    isOpened.current = true
    // The same screen in the other language is not another opening: the code on its way stays good.
    if (isLanguageSwitch) setSent(true)
    else void sendOnce()
  })
  useEffect(() => open(), [isKnown])

  return { isBusy, isSent, problem, notice, secondsLeft, resend: sendOnce }
}

/** Whole seconds left of a wait, 0 when there is none, and what begins one. */
export function useCountdown(): [secondsLeft: number, waitFor: (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(0)
  const [nowMs, setNow] = useState(0)
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
