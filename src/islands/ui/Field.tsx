import { useId, type ComponentProps, type ReactNode } from 'react'
import { useProblem } from './Form.tsx'

type Attributes = Pick<ComponentProps<'input'>, 'id' | 'name' | 'aria-invalid' | 'aria-describedby'>

export interface FieldProps extends Omit<ComponentProps<'input'>, 'children'> {
  label: string
  /** Overrides the form's problem of this name. */
  problem?: string | undefined
  hint?: string | undefined
  count?: ReactNode
  /** Replaces or wraps the input; gets the field's other attributes. */
  renderControl?: (attributes: Attributes) => ReactNode
  children?: ReactNode
}

const inputOf = (attributes: Attributes) => <input {...attributes} />

export function Field(props: FieldProps) {
  const { label, hint, count, renderControl = inputOf, children, ...rest } = props
  const { problem: own, ...attributes } = rest
  const ofForm = useProblem(attributes.name)
  const problem = own ?? ofForm
  const id = useId()
  const describedBy = [`${id}-problem`, hint && `${id}-hint`, attributes['aria-describedby']]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {renderControl({
        ...attributes,
        id,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': describedBy.filter(Boolean).join(' '),
      })}
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
