import { cameFromSite } from '../came-from-site.ts'

/** The back button goes one step back in the history if that page belongs to this site (`docs/product.md#profile`). */
export function stepBack(): void {
  document.querySelector('[data-back]')?.addEventListener('click', (event) => {
    if (!cameFromSite()) return
    event.preventDefault()
    history.back()
  })
}
