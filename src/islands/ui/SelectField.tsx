import { useId, type Ref } from 'react'

interface Props {
  label: string
  options: readonly (readonly [value: string, text: string])[]
  name?: string
  /** With `onChange`. */
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  ref?: Ref<HTMLSelectElement>
}

/** A labelled native select. */
export function SelectField({ label, options, onChange, ...rest }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="select">
        <select
          id={id}
          {...rest}
          {...(onChange && { onChange: ({ target }) => onChange(target.value) })}
        >
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
