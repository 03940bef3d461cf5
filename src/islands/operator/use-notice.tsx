import { useEffect, useRef, useState } from 'react'

/**
 * The sentence about what was done. It stands in the flow at the place of the action, or at the first one where that
 * is gone with its row, and has the focus that is gone with a button.
 */
export function useNotice() {
  const [{ said, at }, setSaid] = useState({ said: '', at: '' })
  const place = useRef<HTMLParagraphElement>(null)
  const say = (said: string, at = '') => setSaid({ said, at })
  useEffect(() => {
    if (!said) return
    if (!place.current) say(said)
    else if (document.activeElement === document.body) place.current.focus()
  }, [said, at])
  const noticeAt = (name = '') => (
    <p ref={name === at ? place : null} className="form-notice" role="status" tabIndex={-1}>
      {name === at && said}
    </p>
  )
  return { noticeAt, say }
}
