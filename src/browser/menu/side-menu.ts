/**
 * What a popover leaves open: Tab goes round in the menu, every link closes it, also one to the page one is on, and the
 * page behind does not move where it has a scrollbar.
 */
export function completeMenu(menu: HTMLElement): void {
  menu.addEventListener('beforetoggle', () => {
    const root = document.documentElement
    root.toggleAttribute('data-scrolls', root.scrollHeight > root.clientHeight)
  })
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
