import type { PageNotice } from './leave-notice.ts'

export function showLeftNotice(): void {
  const stored = sessionStorage.getItem('Notice')
  sessionStorage.removeItem('Notice')
  if (!stored) return
  const { text, setting }: PageNotice = JSON.parse(stored)
  showNotice(text)
  // A fresh page shows the focus as after a key; a finger needs none.
  const focusVisible = !matchMedia('(pointer: coarse)').matches
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
