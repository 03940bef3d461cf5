import type { ReactNode } from 'react'
import { useProblem } from './Form.tsx'

interface Props {
  name: string
  label: string
  className?: string
  required?: boolean
  children?: ReactNode
}

export function CheckboxField({ name, label, className = '', required, children }: Props) {
  const problem = useProblem(name)
  return (
    <div className="field">
      <label className={`checkbox ${className}`}>
        <input
          type="checkbox"
          name={name}
          required={required}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${name}-problem`}
        />
        {label}
      </label>
      <p id={`${name}-problem`} className="field-error" role="alert">
        {problem}
      </p>
      {children}
    </div>
  )
}
