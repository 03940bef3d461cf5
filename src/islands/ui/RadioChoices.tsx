import { useId, type ComponentProps } from 'react'
import { useProblem } from './Form.tsx'

interface Props extends ComponentProps<'fieldset'> {
  name: string
  legend: string
  isLegendHidden?: boolean
  choices: readonly (readonly [value: string | number, label: string])[]
  attributesOf?: (value: string | number) => ComponentProps<'input'>
}

export function RadioChoices(props: Props) {
  const { name, legend, isLegendHidden, choices, attributesOf, children, ...rest } = props
  return (
    <fieldset className="choices" {...rest}>
      <legend className={isLegendHidden ? 'visually-hidden' : undefined}>{legend}</legend>
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
