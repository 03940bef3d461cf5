import { useState } from 'react'
import type { Problems } from '../../ui/Form.tsx'

/** Scrolls to the form, with its buttons. */
const showForm = (question: HTMLElement | null) =>
  question?.closest('form')?.scrollIntoView?.({ block: 'nearest' })

/**
 * A form's question: its first press asks, the second one does what is asked. The question moves the button away from
 * a double click.
 */
export function useQuestion(question: string, warns = false) {
  const [isAsked, setAsked] = useState(false)
  const forget = () => setAsked(false)
  return {
    isAsked,
    asked: (
      <p className={warns ? 'desk-warning' : undefined} role="status">
        {isAsked && <span ref={showForm}>{question}</span>}
      </p>
    ),
    ask(run: () => Promise<Problems | void>): Promise<Problems | void> | Problems {
      setAsked(!isAsked)
      return isAsked ? run() : {}
    },
    forget,
    /** Takes the question back before it cancels the form. */
    orForget: (cancel: () => void) => (isAsked ? forget : cancel),
  }
}
