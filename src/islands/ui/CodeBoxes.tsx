import {
  useEffect,
  useEffectEvent,
  useRef,
  type ClipboardEvent,
  type CompositionEvent,
  type InputEvent,
  type KeyboardEvent,
} from 'react'
import { PASSCODE_LENGTH } from '../../domain/passcode.ts'
import type { Translate } from '../../i18n/translate.ts'
import { enterDigits, eraseBack, type CodeEntry } from './code-entry.ts'

interface Props {
  t: Translate
  problem?: string | undefined
  onChange: (code: string) => void
}

/** Six single-character boxes, read from the form as six `digit`s. */
export function CodeBoxes({ t, problem, onChange }: Props) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  // What stood in the boxes before the present input.
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

  // Digits typed before the island answered are taken as they stand.
  const adopt = useEffectEvent(() => {
    known.current = inputs().map((input) => input.value)
    onChange(known.current.join(''))
  })
  useEffect(() => adopt(), [])

  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    show(enterDigits(known.current, indexOf(currentTarget), currentTarget.value))

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const index = indexOf(event.currentTarget)
    const emptied = known.current.with(index, '')
    show(enterDigits(emptied, index, event.clipboardData.getData('text')))
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
