import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * Says what was done, beside the action. If the row of the action is removed, the sentence moves to the first place;
 * if the focused button is removed, the sentence gets the focus.
 */
export function useNotice() {
  const [{ said, at }, setSaid] = useState<{ said: ReactNode; at: string }>({ said: '', at: '' })
  const place = useRef<HTMLParagraphElement>(null)
  const say = (said: ReactNode, at = '') => setSaid({ said, at })
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
