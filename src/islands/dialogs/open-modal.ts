/**
 * Opens a native modal dialog. The browser manages focus, Escape and, by `closedby`, outside
 * presses.
 */
export function openModal(dialog: HTMLDialogElement): void {
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
