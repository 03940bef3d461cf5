/**
 * What a popover leaves open: while the menu is shown the rest of the page takes no focus, and every link closes it,
 * also one to the page one is on.
 */
export function keepFocusInMenu(menu: HTMLElement): void {
  const setRestInert = (isInert: boolean) => {
    for (const element of document.body.children) {
      if (element instanceof HTMLElement && element !== menu) element.inert = isInert
    }
  }
  menu.addEventListener('toggle', ({ newState }) => {
    if (newState === 'open') setRestInert(true)
  })
  // Before it closes, so that focus can go back to the button.
  menu.addEventListener('beforetoggle', ({ newState }) => {
    if (newState === 'closed') setRestInert(false)
  })
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) menu.hidePopover()
  })
}
