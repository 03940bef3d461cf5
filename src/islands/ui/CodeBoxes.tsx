import { useEffect, useEffectEvent, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { errorCode, type Failure, isTransient } from '../../api/result.ts'
import { PASSCODE_LENGTH } from '../../domain/passcode.ts'
import { t } from '../../i18n/translate.ts'
import { focusFirst, type Problems, useProblem } from './Form.tsx'
import { failureText } from './failure-text.ts'
import { enterDigits, eraseBack, passcodeDigits, type CodeEntry } from './code-entry.ts'

interface AddressProps {
  text: string
  address: string | null | undefined
}

/** Says where mail goes; keeps the address's place until it is known. */
export const AddressLead = ({ text, address }: AddressProps) => (
  <p className="lead">
    {text}
    <strong className="address" translate="no">
      {address || '\u00a0'}
    </strong>
  </p>
)

/** Failures unrelated to the code keep the boxes. */
export function codeProblems(failure: Failure): Problems {
  if (isTransient(failure)) return { form: failureText(failure) }
  const isWrong = failure.code === errorCode.dataNotAvailable
  return { code: t(isWrong ? 'otp.failed' : 'otp.dead') }
}

interface Props {
  /** Takes the focus from another element. */
  takesFocus: boolean
  /** The digits were submitted before the page was opened. */
  isTried?: boolean
  onSixth: () => void
  onChange?: (isComplete: boolean) => void
}

/** The sixth digit submits each code once; a correction of others waits for it or the button. */
export function CodeBoxes({ takesFocus, isTried = false, onSixth, onChange }: Props) {
  const problem = useProblem('code')
  const sent = useRef<string>(undefined)
  const fieldset = useRef<HTMLFieldSetElement>(null)
  // Contents before the current input.
  const known = useRef<string[]>([])
  const inputs = () => [...(fieldset.current?.querySelectorAll('input') ?? [])]
  const indexOf = (input: EventTarget) => inputs().indexOf(input as HTMLInputElement)

  const report = (isSixth: boolean) => {
    const code = known.current.join('')
    const isComplete = code.length === PASSCODE_LENGTH
    onChange?.(isComplete)
    if (!isComplete || code === sent.current || !isSixth) return
    sent.current = code
    onSixth()
  }
  const show = ({ boxes, focus }: CodeEntry, isSixth = false) => {
    inputs().forEach((input, index) => (input.value = boxes[index] ?? ''))
    inputs()[focus]?.focus()
    inputs()[focus]?.select()
    known.current = boxes
    report(isSixth || sent.current === undefined)
  }

  // Digits may have been typed before hydration.
  const adopt = useEffectEvent(() => {
    known.current = inputs().map((input) => input.value)
    const first = inputs().find((input) => input.value === '')
    if (takesFocus) first?.focus()
    else focusFirst(first)
    if (isTried) sent.current = known.current.join('')
    report(true)
  })
  useEffect(() => adopt(), [])

  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const { value } = currentTarget
    const index = indexOf(currentTarget)
    // More than a digit beside the old one is a code, filled in by the browser.
    const isSixth = index === PASSCODE_LENGTH - 1 || value.length > 2
    show(enterDigits(known.current, index, value), isSixth)
  }

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const index = indexOf(event.currentTarget)
    const digits = passcodeDigits(event.clipboardData.getData('text'))
    if (digits) show(enterDigits(known.current.with(index, ''), index, digits), true)
  }

  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    const index = indexOf(event.currentTarget)
    const back = event.key === 'Backspace' && eraseBack(known.current, index)
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0
    if (!back && !step) return
    event.preventDefault()
    show(
      back || {
        boxes: known.current,
        focus: Math.max(0, Math.min(index + step, PASSCODE_LENGTH - 1)),
      },
    )
  }

  return (
    <div className="field">
      <fieldset ref={fieldset} className="code-boxes" aria-describedby="code-problem">
        <legend className="visually-hidden">{t('otp.code')}</legend>
        {Array.from({ length: PASSCODE_LENGTH }, (_, index) => (
          <input
            key={index}
            name="digit"
            inputMode="numeric"
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            aria-label={t('otp.digit', { n: index + 1 })}
            aria-invalid={problem ? true : undefined}
            onInput={(event) => event.nativeEvent.isComposing || take(event)}
            onCompositionEnd={take}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onPaste={paste}
            onKeyDown={move}
          />
        ))}
      </fieldset>
      <p id="code-problem" className="field-error" role="alert">
        {problem}
      </p>
    </div>
  )
}
