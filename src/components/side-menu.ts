/** What a popover leaves open: Tab goes round in the menu, and every link closes it, also one to the page one is on. */
export function completeMenu(menu: HTMLElement): void {
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab') return
    const stops = [...menu.querySelectorAll<HTMLElement>('a, button')].filter((stop) =>
      stop.checkVisibility(),
    )
    const [leaving, next] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
    if (document.activeElement !== leaving) return
    event.preventDefault()
    next?.focus()
  })
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) menu.hidePopover()
  })
}
