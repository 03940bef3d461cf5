import { cameFromSite } from '../came-from-site.ts'

/** Goes back in history if the previous page is on this site (`docs/product.md#profile`). */
export function stepBack(): void {
  document.querySelector('[data-back]')?.addEventListener('click', (event) => {
    if (!cameFromSite()) return
    event.preventDefault()
    history.back()
  })
}
