import { useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { openModal } from './open-modal.ts'
import { closeDialog } from '../../stores/dialog.ts'

interface Props {
  title: string
  children?: ReactNode
  /** The button that closes it; the first one, since the harmless one gets the first focus. */
  close: string
  /** The button that does something. */
  action?: ReactNode
  onClose?: () => void
}

/** A native modal dialog, open as long as it is rendered. */
export function Dialog({ title, children, close, action, onClose = closeDialog }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isComposing = useRef(false)
  const titleId = useId()

  // A layout effect's cleanup runs while the element is still in the page, so closing gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element) openModal(element)
    return () => element?.close()
  }, [])

  // An Escape that ends a composition belongs to the input method.
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
