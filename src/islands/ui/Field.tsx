import { useId, type ComponentProps, type ReactNode } from 'react'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'name'> {
  name: string
  label: string
  problem?: string | undefined
  hint?: string
  /** Shown at the end of the hint's line. */
  count?: ReactNode
  /** Wraps the input, for a button or a counter beside it. */
  renderInput?: (input: ReactNode) => ReactNode
  children?: ReactNode
}

/** A labelled input, described by its hint or by the problem, which takes the hint's place. */
export function Field(props: FieldProps) {
  const { name, label, problem, hint, count, renderInput, children, ...input } = props
  const id = useId()
  const describedBy = [problem && `${id}-problem`, hint && `${id}-hint`, input['aria-describedby']]
  const element = (
    <input
      {...input}
      id={id}
      name={name}
      aria-invalid={problem ? true : undefined}
      aria-describedby={describedBy.filter(Boolean).join(' ') || undefined}
    />
  )
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {renderInput ? renderInput(element) : element}
      <div className="field-notes">
        {hint && (
          <p id={`${id}-hint`} className="field-hint">
            {hint}
          </p>
        )}
        <p id={`${id}-problem`} className="field-error" role="alert">
          {problem}
        </p>
        {count}
      </div>
      {children}
    </div>
  )
}
