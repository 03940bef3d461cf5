import { useState } from 'react'
import type { Problems } from '../../ui/Form.tsx'

/** A form's question: its first press asks, the second one does what is asked. */
export function useQuestion(question: string) {
  const [isAsked, setAsked] = useState(false)
  const forget = () => setAsked(false)
  return {
    asked: (
      <p className="desk-warning" role="status">
        {isAsked && question}
      </p>
    ),
    async ask(run: () => Promise<Problems | void>): Promise<Problems | void> {
      if (isAsked) return run()
      setAsked(true)
      return {}
    },
    forget,
    /** Takes the question back before it cancels the form. */
    orForget: (cancel: () => void) => (isAsked ? forget : cancel),
  }
}
