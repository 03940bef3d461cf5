import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'

interface Props
  extends Pick<FieldProps, 'label' | 'hint'>, Omit<ComponentProps<'select'>, 'onChange'> {
  options: readonly (readonly [value: string, text: string])[]
  onChange?: (value: string) => void
}

export function SelectField({ label, hint, options, onChange, ...select }: Props) {
  return (
    <Field
      {...{ label, hint }}
      name={select.name}
      renderControl={(attributes) => (
        <div className="select">
          <select
            {...select}
            {...attributes}
            {...(onChange && { onChange: ({ target }) => onChange(target.value) })}
          >
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </div>
      )}
    />
  )
}
