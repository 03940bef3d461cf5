const KEY = 'Landing'

/** Keeps a sentence for the page that comes next, which shows it once. */
export function keepLanding(text: string): void {
  sessionStorage.setItem(KEY, text)
}

/** Shows the kept sentence above the page until the next press. */
export function showLanding(): void {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  if (!text) return
  const notice = document.createElement('p')
  notice.className = 'landing-notice'
  notice.role = 'status'
  document.body.insertAdjacentElement('beforeend', notice)
  // A status is announced when it changes, not when it appears.
  requestAnimationFrame(() => (notice.textContent = text))
  for (const press of ['pointerdown', 'keydown'])
    addEventListener(press, () => notice.remove(), { once: true })
}
