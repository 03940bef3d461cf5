import {
  useId,
  useLayoutEffect,
  useRef,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
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
  const startedOutside = useRef(false)
  const titleId = useId()

  // Layout effects clean up before the DOM removal, so that `close` returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    const root = document.documentElement
    root.toggleAttribute('data-scrolls', root.scrollHeight > root.clientHeight)
    // The browser manages focus and Escape.
    element?.showModal()
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
      // Browsers without `closedby`; a press that starts and ends outside.
      onPointerDown={(event) => (startedOutside.current = isOutside(event))}
      onPointerUp={(event) => startedOutside.current && isOutside(event) && onClose()}
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

function isOutside({ target, currentTarget, clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  return target === currentTarget && !isInside
}
