import { useEffect, useRef } from 'react'

/**
 * The problem with the form as a whole; always in the page, so that it is announced when it changes, and brought
 * into view then.
 */
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
