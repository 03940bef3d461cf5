import { stored } from '../../api/storage.ts'

/** Names the person, traps Tab, closes the menu on links and locks the page's scroll. */
export function completeMenu(menu: HTMLElement): void {
  menu.dataset['complete'] = ''
  const show = () => {
    const root = document.documentElement
    root.toggleAttribute('data-scrolls', root.scrollHeight > root.clientHeight)
    const { username = '', roles } = JSON.parse(stored('UserInfo') ?? '{}')
    menu.querySelector('.person')!.textContent = username
    menu.querySelector<HTMLElement>('.desk-link')!.hidden = !roles
  }
  menu.addEventListener('beforetoggle', show)
  // The press that loaded this script may have opened it.
  if (menu.matches(':popover-open')) show()
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab') return
    const stops = [...menu.querySelectorAll<HTMLElement>('a, button')].filter((stop) =>
      stop.checkVisibility(),
    )
    const [edge, next] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
    if (document.activeElement !== edge) return
    event.preventDefault()
    next?.focus()
  })
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) menu.hidePopover()
  })
}
