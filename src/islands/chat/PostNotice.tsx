import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/translate.ts'
import { $postNotice } from '../../stores/chat.ts'
import { focusList } from './comment-list.ts'
import { useListener } from '../ui/use-listener.ts'

/** Outcome of a post with an action, until the next press outside it; an offer, until closed or the next post. */
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
  const close = () => $postNotice.set(undefined)
  useListener('click', ({ target }) => {
    if (!notice?.isOffer && !element.current?.contains(target as Node)) close()
  })
  if (!notice) return null
  const { action } = notice
  const press = (run?: () => void) => () => {
    // The pressed button is removed.
    focusList()
    close()
    run?.()
  }
  return (
    <div className="post-notice" ref={element}>
      <p role="status">{text}</p>
      {action && (
        <button type="button" onClick={press(action.run)}>
          {action.text}
        </button>
      )}
      {notice.isOffer && (
        <button type="button" aria-label={t('dialog.close')} onClick={press()}>
          ×
        </button>
      )}
    </div>
  )
}
