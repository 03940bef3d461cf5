import { useEffect, useRef } from 'react'

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
