import { useRef, useState } from 'react'

/** The sentence about what was done, which can take the focus of a button that is gone. */
export function useNotice() {
  const [said, setSaid] = useState('')
  const place = useRef<HTMLParagraphElement>(null)
  const say = (text: string, isFocused = false) => {
    setSaid(text)
    if (isFocused) place.current?.focus()
  }
  const notice = (
    <p ref={place} className="form-notice" role="status" tabIndex={-1}>
      {said}
    </p>
  )
  return { notice, say }
}
