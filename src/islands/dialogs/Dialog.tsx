import { useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { openModal } from './open-modal.ts'
import { closeDialog } from '../../stores/dialog.ts'

interface Props {
  title: string
  children?: ReactNode
  /** Close button; first, so that the harmless one gets the initial focus. */
  close: string
  action?: ReactNode
  onClose?: () => void
}

export function Dialog({ title, children, close, action, onClose = closeDialog }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isComposing = useRef(false)
  const titleId = useId()

  // Layout effects clean up before the DOM removal, so that `close` returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element) openModal(element)
    return () => element?.close()
  }, [])

  // Escape may end an IME composition.
  const keepWhileComposing = (event: SyntheticEvent) => {
    if (isComposing.current) event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      className="dialog"
      closedby="any"
      aria-labelledby={titleId}
      onCompositionStart={() => (isComposing.current = true)}
      onCompositionEnd={() => (isComposing.current = false)}
      onCancel={keepWhileComposing}
      onClose={onClose}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      <div className="dialog-actions">
        <button
          type="button"
          className={action ? 'button button-quiet' : 'button'}
          onClick={onClose}
        >
          {close}
        </button>
        {action}
      </div>
    </dialog>
  )
}
