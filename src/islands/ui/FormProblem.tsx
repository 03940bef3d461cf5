import { useEffect, useRef } from 'react'

interface AddressProps {
  text: string
  address: string | null | undefined
}

/** Says where mail goes; keeps the address's place until it is known. */
export const AddressLead = ({ text, address }: AddressProps) => (
  <p className="lead">
    {text}
    <strong className="address" translate="no">
      {address || '\u00a0'}
    </strong>
  </p>
)

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
