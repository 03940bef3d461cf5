import { useId, useState } from 'react'

interface Props {
  name: string
  label: string
  hint?: string
  /** Characters. */
  max: number
  /** The limit for a text, where that depends on the text. */
  maxOf?: (text: string) => number
  defaultValue?: string | undefined
  problem?: string | undefined
}

/** A labelled field for several sentences, with `n/max`; more cannot be typed. */
export function LongText({ name, label, hint, max, maxOf, defaultValue = '', problem }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(defaultValue)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        rows={4}
        dir="auto"
        maxLength={max}
        defaultValue={defaultValue}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-problem ${id}-hint`}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className="field-notes">
        {hint && (
          <p id={`${id}-hint`} className="field-hint">
            {hint}
          </p>
        )}
        <p id={`${id}-problem`} className="field-error" role="alert">
          {problem}
        </p>
        <p className="field-count">
          {typed.length}/{maxOf?.(typed) ?? max}
        </p>
      </div>
    </div>
  )
}
