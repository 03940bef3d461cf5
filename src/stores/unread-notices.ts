import { stored, storedTokens } from '../api/storage.ts'

/** Keeps how many notices of moderation are unread (`session.ts` reads them), and shows it. */
export function keepUnread(count: number): void {
  storedTokens()?.storage.setItem('UnreadNotices', String(count))
  showUnread()
}

/** Shows the number beside the links to the notices, and a dot at the menu. */
export function showUnread(): void {
  const count = stored('UnreadNotices') ?? '0'
  document.documentElement.toggleAttribute('data-unread', count !== '0')
  for (const link of document.querySelectorAll<HTMLElement>('a[href="/notices"]')) {
    if (count === '0') delete link.dataset['unread']
    else link.dataset['unread'] = count
  }
}
