import { useId, type ComponentProps, type ReactNode } from 'react'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'name'> {
  name: string
  label: string
  problem?: string | undefined
  hint?: string
  /** Wraps the input, for a button or a counter beside it. */
  renderInput?: (input: ReactNode) => ReactNode
  children?: ReactNode
}

/** A labelled input; what is wrong with it stands below it and is said with it. */
export function Field({ name, label, problem, hint, renderInput, children, ...input }: FieldProps) {
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
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <p id={`${id}-problem`} className="field-error" role="alert">
        {problem}
      </p>
      {children}
    </div>
  )
}
