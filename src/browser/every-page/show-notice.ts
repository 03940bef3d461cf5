import type { PageNotice } from './leave-notice.ts'

export function showLeftNotice(): void {
  const stored = sessionStorage.getItem('Notice')
  sessionStorage.removeItem('Notice')
  if (!stored) return
  const { text, setting, focusVisible }: PageNotice = JSON.parse(stored)
  showNotice(text)
  if (setting)
    document.querySelector<HTMLElement>(`[data-setting="${setting}"]`)?.focus({ focusVisible })
}

/** Shows a sentence until the next press. */
export function showNotice(text: string): void {
  const element = document.createElement('p')
  element.className = 'page-notice'
  element.role = 'status'
  document.body.appendChild(element)
  // Screen readers announce changes only: set the text after the insertion.
  requestAnimationFrame(() => (element.textContent = text))
  for (const press of ['pointerdown', 'keydown'])
    addEventListener(press, () => element.remove(), { once: true })
}
