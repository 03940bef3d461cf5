import { useLayoutEffect, useRef, useState, type ComponentProps } from 'react'
import type { Field as Control } from '../../browser/typed-text.ts'
import { Field, type FieldProps } from './Field.tsx'
import { keepFields, keptFields } from './kept-form.ts'

/** Controls that got what was kept: others of the form may come later, after a choice. */
const restored = new WeakSet<Control>()

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
  useLayoutEffect(() => {
    if (!keepAs) return
    const form = field.current!.form!
    const kept = keptFields(keepAs)
    const all = [...(form.elements as Iterable<Control>)]
    // What was typed before hydration is newer.
    for (const { name, isEdited } of all) if (isEdited) delete kept[name]
    for (const control of all) {
      const { name, type, value } = control
      const text = kept[name]
      // Ticks are given anew.
      if (text !== undefined && !restored.has(control)) {
        if (type === 'radio') control.checked = value === text
        else control.value = text
      }
      restored.add(control)
    }
    setTyped(field.current!.value)
    const isChoice = (name: string) => all.some((one) => one.name === name && one.type === 'radio')
    const keep = () => {
      // The form may have had other fields.
      const fields = { ...keptFields(keepAs), ...Object.fromEntries(new FormData(form)) }
      // A choice alone is no unsent text.
      const hasText = Object.entries(fields).some(([name, value]) => value && !isChoice(name))
      keepFields(keepAs, hasText ? fields : undefined)
    }
    if (field.current!.value) keep()
    form.addEventListener('input', keep)
  }, [keepAs])
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
