import { useId, type ComponentProps, type ReactNode } from 'react'
import { useProblem } from './Form.tsx'

interface Props extends ComponentProps<'fieldset'> {
  name: string
  legend: ReactNode
  choices: readonly (readonly [value: string | number, label: string])[]
  attributesOf?: (value: string | number) => ComponentProps<'input'>
}

export function RadioChoices({ name, legend, choices, attributesOf, children, ...rest }: Props) {
  return (
    <fieldset className="choices" {...rest}>
      {legend}
      {choices.map(([value, label]) => (
        <label key={value} className="checkbox">
          <input type="radio" name={name} value={value} {...attributesOf?.(value)} />
          {label}
        </label>
      ))}
      {children}
    </fieldset>
  )
}

/** Without a default; its problem takes the focus. */
export function RequiredChoices(props: Props) {
  const id = useId()
  const problem = useProblem(props.name)
  return (
    <RadioChoices
      {...props}
      role="radiogroup"
      tabIndex={problem ? -1 : undefined}
      aria-invalid={problem ? true : undefined}
      aria-describedby={id}
    >
      <p id={id} className="field-error" role="alert">
        {problem}
      </p>
    </RadioChoices>
  )
}
