import { useState, type ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'

interface Props extends Pick<FieldProps, 'label' | 'hint'>, ComponentProps<'textarea'> {
  name: string
  defaultValue?: string | undefined
  /** Characters. */
  maxLength: number
  maxOf?: (text: string) => number
  /** By default in UTF-16 units, which `maxLength` limits. */
  lengthOf?: (text: string) => number
}

export function LongText({ label, hint, maxOf, lengthOf, ...textarea }: Props) {
  const [typed, setTyped] = useState(textarea.defaultValue ?? '')
  return (
    <Field
      {...{ label, hint }}
      name={textarea.name}
      count={
        <p className="field-count">
          {`${lengthOf?.(typed) ?? typed.length}/${maxOf?.(typed) ?? textarea.maxLength}`}
        </p>
      }
      renderControl={(attributes) => (
        <textarea
          rows={4}
          dir="auto"
          {...textarea}
          {...attributes}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
    />
  )
}
