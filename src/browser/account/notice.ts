import { goBack } from './entry.ts'
import { isLanguageSwitch } from '../typed-text.ts'

/** What one screen leaves for the next to say, by its name and what fills its placeholders. */
type Notice =
  { name: 'saved' } | { name: 'emailChanged' } | { name: 'emailSent'; values: { email: string } }

const KEY = 'Notice'
/** Older ones say nothing any more, milliseconds. */
const FRESH = 10_000

interface KeptNotice {
  notice: Notice
  keptAt: number
}

export function keepNotice(notice: Notice): void {
  sessionStorage.setItem(KEY, JSON.stringify({ notice, keptAt: Date.now() } satisfies KeptNotice))
}

/** Goes back one page, which says what was done (`product.md §4`). */
export function goBackWith(notice: Notice): void {
  keepNotice(notice)
  // The page before is this one in the other language.
  if (isLanguageSwitch) location.replace('/account_settings')
  else goBack('/account_settings')
}

/** Says what the screen before left, in the words that `[data-notice]` carries for it, once. */
export function sayNotice(): void {
  const place = document.querySelector<HTMLElement>('[data-notice]')
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  if (!place || !text) return
  const { notice, keptAt }: KeptNotice = JSON.parse(text)
  if (Date.now() - keptAt > FRESH) return
  const values: Record<string, string> = 'values' in notice ? notice.values : {}
  const words = place.dataset[notice.name] ?? ''
  place.textContent = words.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
