import { useRef, useState } from 'react'
import { useListener } from '../ui/use-listener.ts'

/** The sentence about what was done, which can take the focus of a button that is gone. */
export function useNotice() {
  const [said, setSaid] = useState('')
  const place = useRef<HTMLParagraphElement>(null)
  const say = (text: string, isFocused = false) => {
    setSaid(text)
    if (isFocused) place.current?.focus()
  }
  // It is about the view that was left.
  useListener('hashchange', () => setSaid(''))
  const notice = (
    <p ref={place} className="form-notice" role="status" tabIndex={-1}>
      {said}
    </p>
  )
  return { notice, say }
}
