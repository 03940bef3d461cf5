import { useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
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

/** The browser manages focus, Escape and, by `closedby`, outside presses. */
function openModal(dialog: HTMLDialogElement): void {
  const root = document.documentElement
  root.toggleAttribute('data-scrolls', root.scrollHeight > root.clientHeight)
  dialog.showModal()
  if (!('closedBy' in HTMLDialogElement.prototype)) closeOnOutsidePress(dialog)
}

/** Fallback without `closedby`. A press must start and end outside the dialog. */
function closeOnOutsidePress(dialog: HTMLDialogElement): void {
  const isOutside = ({ target, clientX, clientY }: PointerEvent) => {
    if (target !== dialog) return false
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    return clientX < left || clientX > right || clientY < top || clientY > bottom
  }
  const closed = new AbortController()
  const { signal } = closed
  let startedOutside = false
  dialog.addEventListener('pointerdown', (event) => (startedOutside = isOutside(event)), { signal })
  dialog.addEventListener(
    'pointerup',
    (event) => {
      if (startedOutside && isOutside(event)) dialog.close()
    },
    { signal },
  )
  dialog.addEventListener('close', () => closed.abort(), { signal })
}
