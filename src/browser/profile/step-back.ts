/** The back button goes one step back in the history if that page belongs to this site (`docs/product.md#profile`). */
export function stepBack(): void {
  document.querySelector('[data-back]')?.addEventListener('click', (event) => {
    if (history.length < 2 || !document.referrer.startsWith(`${location.origin}/`)) return
    event.preventDefault()
    history.back()
  })
}
