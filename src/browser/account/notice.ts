const KEY = 'Notice'
/** A notice older than this is dropped: its screen was never reached. Milliseconds. */
const MAX_AGE_MS = 10_000

/** A sentence that one screen leaves for the next one, which shows it once. */
interface Notice {
  text: string
  /** The setting that was saved: its row in the settings menu gets the focus. */
  setting?: string | undefined
}

interface StoredNotice extends Notice {
  /** Epoch milliseconds. */
  storedAt: number
}

/** @param text in the language of the page, since the next screen has no words for it */
export function leaveNotice(text: string, setting?: string): void {
  const notice: StoredNotice = { text, setting, storedAt: Date.now() }
  sessionStorage.setItem(KEY, JSON.stringify(notice))
}

/** Moves the notice that the previous screen left into the page's `[data-notice]`, and returns it. */
export function showNotice(): Notice | undefined {
  const element = document.querySelector('[data-notice]')
  const stored = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  if (!element) return undefined
  element.textContent = ''
  if (!stored) return undefined
  const notice: StoredNotice = JSON.parse(stored)
  if (Date.now() - notice.storedAt > MAX_AGE_MS) return undefined
  element.textContent = notice.text
  return notice
}

/** Shows the notice until the next press, on a page where it lies over something else. */
export function flashNotice(): void {
  const element = document.querySelector('[data-notice]')
  if (!element || !showNotice()) return
  addEventListener('pointerdown', () => (element.textContent = ''), { once: true })
}
