/** Focuses a field on opening, unless the person has focused one. */
export function focusFirst(field: Pick<HTMLElement, 'focus'> | null | undefined): void {
  if (document.activeElement === document.body) field?.focus({ preventScroll: true })
}

/** `focusFirst`, except where it would open an on-screen keyboard. */
export function focusWithoutKeyboard(field: HTMLElement | null | undefined): void {
  if (matchMedia('(hover: hover) and (pointer: fine)').matches) focusFirst(field)
}

/** `ref` that focuses on mount. Stable identity, so that it runs once. */
export const focusAtMount = (element: Pick<HTMLElement, 'focus'> | null): void => element?.focus()
