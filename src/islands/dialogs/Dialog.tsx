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
  /** The buttons, the harmless one first: it gets the first focus. */
  actions: ReactNode
  onClose?: () => void
}

/**
 * A native modal dialog: the browser moves focus in and back and closes on Escape and on a click beside it. It is
 * open as long as it is rendered.
 */
export function Dialog({ title, children, actions, onClose = closeDialog }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isComposing = useRef(false)
  const pressedBeside = useRef(false)
  const titleId = useId()

  // In a layout effect the element still stands in the page when it is closed, so focus goes back.
  useLayoutEffect(() => {
    const element = dialog.current
    const root = document.documentElement
    root.toggleAttribute('data-scrolls', root.scrollHeight > root.clientHeight)
    element?.showModal()
    return () => element?.close()
  }, [])

  // An Escape that ends a composition belongs to the input method.
  const keepWhileComposing = (event: SyntheticEvent) => {
    if (isComposing.current) event.preventDefault()
  }
  const isBeside = ({
    target,
    currentTarget,
    clientX,
    clientY,
  }: PointerEvent<HTMLDialogElement>) => {
    if (target !== currentTarget) return false
    const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
    return clientX < left || clientX > right || clientY < top || clientY > bottom
  }
  const closeOnOverlay =
    'closedBy' in HTMLDialogElement.prototype
      ? {}
      : {
          onPointerDown: (event: PointerEvent<HTMLDialogElement>) =>
            (pressedBeside.current = isBeside(event)),
          onPointerUp: (event: PointerEvent<HTMLDialogElement>) => {
            if (pressedBeside.current && isBeside(event)) onClose()
          },
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
      {...closeOnOverlay}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      <div className="dialog-actions">{actions}</div>
    </dialog>
  )
}
