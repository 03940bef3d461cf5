/** A `ref` for what has the focus when a form opens. Stable, so that it is called once. */
export const focusAtMount = (element: Pick<HTMLElement, 'focus'> | null): void => element?.focus()
