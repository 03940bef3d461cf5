import { useEffect, useRef, type ComponentProps } from 'react'

/** The form's own problem; a live region, scrolled into view on change. */
export function FormProblem({ text }: { text: string | undefined }) {
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (text) element.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <p ref={element} className="form-error" role="alert">
      {text}
    </p>
  )
}

/** A problem beside what has it. */
export const FieldProblem = (props: ComponentProps<'p'>) => (
  <p {...props} className="field-error" role="alert" />
)
