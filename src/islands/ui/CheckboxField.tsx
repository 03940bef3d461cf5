import type { ReactNode } from 'react'

interface Props {
  name: string
  label: string
  problem: string | undefined
  className?: string
  required?: boolean
  children?: ReactNode
}

export function CheckboxField({ name, label, problem, className = '', required, children }: Props) {
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
