import { cameFromSite } from './came-from-site.ts'

/** Back links go back in history if the previous page is on this site. */
export function stepBack(): void {
  document.querySelector('[data-back]')?.addEventListener('click', (event) => {
    if (!cameFromSite()) return
    event.preventDefault()
    history.back()
  })
}
