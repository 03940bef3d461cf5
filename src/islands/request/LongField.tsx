import { useId, type ComponentProps } from 'react'

interface Props extends ComponentProps<'textarea'> {
  name: string
  label: string
  hint: string
  problem?: string | undefined
}

/** A labelled text of several lines, described by its hint or by the problem, which takes the hint's place. */
export function LongField({ label, hint, problem, ...textarea }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...textarea}
        id={id}
        rows={6}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-hint ${id}-problem`}
      />
      <div className="field-notes">
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
        <p id={`${id}-problem`} className="field-error" role="alert">
          {problem}
        </p>
      </div>
    </div>
  )
}
