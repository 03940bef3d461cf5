import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { $postNotice } from '../../stores/chat.ts'
import { useListener } from '../ui/use-listener.ts'

/** Outcome of a post with an action, until the next press outside it. */
export function PostNotice() {
  const notice = useStore($postNotice, { ssr: 'initial' })
  const element = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    if (!notice) return undefined
    // Screen readers announce changes only: set the text after the insertion.
    const frame = requestAnimationFrame(() => setText(notice.text))
    return () => {
      cancelAnimationFrame(frame)
      setText('')
    }
  }, [notice])
  // Not `pointerdown`: it takes room, and the pressed button would move from under the finger.
  useListener('click', ({ target }) => {
    if (!element.current?.contains(target as Node)) $postNotice.set(undefined)
  })
  if (!notice) return null
  const { action } = notice
  const run = () => {
    $postNotice.set(undefined)
    action?.run()
  }
  return (
    <div className={notice.isOffer ? 'post-notice offer' : 'post-notice'} ref={element}>
      <p role="status">{text}</p>
      {action && (
        <button type="button" onClick={run}>
          {action.text}
        </button>
      )}
    </div>
  )
}
