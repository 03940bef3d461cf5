import { useRef, useState, type ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { useKeptForm } from './kept-form.ts'

interface Props extends Pick<FieldProps, 'label' | 'hint'>, ComponentProps<'textarea'> {
  name: string
  defaultValue?: string | undefined
  /** Characters. */
  maxLength: number
  maxOf?: (text: string) => number
  /** By default in UTF-16 units, which `maxLength` limits. */
  lengthOf?: (text: string) => number
  /** Its form is kept under this name until `keepFields` drops it. */
  keepAs?: string
}

export function LongText({ label, hint, maxOf, lengthOf, keepAs, ...textarea }: Props) {
  const [typed, setTyped] = useState(textarea.defaultValue ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  useKeptForm(field, keepAs, setTyped)
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
          ref={keepAs ? field : textarea.ref}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
    />
  )
}
