/** Focuses a field of a page that has just opened, unless a person has chosen one already. */
export function focusFirst(field: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) field?.focus({ preventScroll: true })
}

/** As `focusFirst`, but not where the focus would bring an on-screen keyboard up. */
export function focusWithoutKeyboard(field: HTMLElement | null | undefined): void {
  if (matchMedia('(hover: hover) and (pointer: fine)').matches) focusFirst(field)
}

/** A `ref` for what has the focus as soon as it is there. Stable, so that it is called once. */
export const focusAtMount = (element: Pick<HTMLElement, 'focus'> | null): void => element?.focus()
