import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { MINUTE_S } from '../../domain/durations.ts'
import { codeOf, type CallResult, type Failure } from '../../api/result.ts'
import * as errorCode from '../../api/error-code.ts'
import { isLanguageSwitch } from '../../browser/typed-text.ts'
import type { Translate } from '../../i18n/translate.ts'
import { failureText } from '../ui/failure-text.ts'
import { useCountdown } from '../ui/use-countdown.ts'

export interface CodeSending {
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
