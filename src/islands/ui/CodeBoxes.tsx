import {
  useEffect,
  useEffectEvent,
  useRef,
  type ClipboardEvent,
  type CompositionEvent,
  type InputEvent,
  type KeyboardEvent,
  useState,
} from 'react'
import { PASSCODE_LENGTH, passcodeDigits } from '../../domain/passcode.ts'
import type { Translate } from '../../i18n/translate.ts'
import { focusFirst } from './first-focus.ts'
import { enterDigits, eraseBack, type CodeEntry } from './code-entry.ts'

interface Props {
  t: Translate
  problem?: string | undefined
  /** Takes the focus from another element. */
  takesFocus: boolean
  onChange: (code: string) => void
}

/** Six single-character boxes, submitted as six `digit` fields. */
export function CodeBoxes({ t, problem, takesFocus, onChange }: Props) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  // Contents before the current input.
  const known = useRef<string[]>([])
  const inputs = () => [...(fieldset.current?.querySelectorAll('input') ?? [])]
  const indexOf = (input: EventTarget) => inputs().indexOf(input as HTMLInputElement)

  const show = ({ boxes, focus }: CodeEntry) => {
    inputs().forEach((input, index) => (input.value = boxes[index] ?? ''))
    inputs()[focus]?.focus()
    inputs()[focus]?.select()
    known.current = boxes
    onChange(boxes.join(''))
  }

  // Digits may have been typed before hydration.
  const adopt = useEffectEvent(() => {
    known.current = inputs().map((input) => input.value)
    const first = inputs().find((input) => input.value === '')
    if (takesFocus) first?.focus()
    else focusFirst(first)
    onChange(known.current.join(''))
  })
  useEffect(() => adopt(), [])

  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    show(enterDigits(known.current, indexOf(currentTarget), currentTarget.value))

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const index = indexOf(event.currentTarget)
    const digits = passcodeDigits(event.clipboardData.getData('text'))
    if (digits) show(enterDigits(known.current.with(index, ''), index, digits))
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

  const handlers = {
    onInput: (event: InputEvent<HTMLInputElement>) => event.nativeEvent.isComposing || take(event),
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => take(event),
    onFocus: (event: { currentTarget: HTMLInputElement }) => event.currentTarget.select(),
    onPaste: paste,
    onKeyDown: move,
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
            {...handlers}
          />
        ))}
      </fieldset>
      <p id="code-problem" className="field-error" role="alert">
        {problem}
      </p>
    </div>
  )
}

/**
 * Submits each mailed code once when complete; a corrected digit waits for the button.
 * @param codeId identifies the mailed code
 * @returns the handler of typed digits
 */
export function useSixthDigit(codeId: string, submit: () => void): (code: string) => void {
  const [tried, setTried] = useState('')
  return (code) => {
    if (code.length < PASSCODE_LENGTH || tried === codeId) return
    setTried(codeId)
    submit()
  }
}
