import { MINUTE_MS } from '../domain/durations.ts'
import { isTransient } from '../api/result.ts'
import { stored } from '../api/storage.ts'
import { storedTokens } from '../api/tokens.ts'
import { call } from './call.ts'
import { $dialog, isDialogOpen } from './dialog.ts'
import { followSession } from './session.ts'
import { $user, showUser, type User } from './user.ts'

const TTL_MS = 10 * MINUTE_MS

/**
 * Starts the session, then shows the muted people, unread notices and the request for consent.
 * Signed-in people only; skipped in settings without a link to the notices.
 */
export async function followModeration(): Promise<void> {
  showUnread()
  await followSession()
  if (!storedTokens()) return
  $user.subscribe(askForConsent)
  await refreshModeration()
}

/** Asks for consent once a visit (`docs/product.md#consent`). */
function askForConsent(user: User | undefined): void {
  const version = user?.termsDue
  const isAsked = !version || sessionStorage.getItem('TermsAsked') === version
  if (isAsked || isDialogOpen() || !document.querySelector('.comment-list')) return
  sessionStorage.setItem('TermsAsked', version)
  $dialog.set({ name: 'terms', version })
}

function showUnread(): void {
  const count = stored('UnreadNotices') ?? '0'
  document.documentElement.toggleAttribute('data-unread', count !== '0')
  for (const link of document.querySelectorAll<HTMLElement>('a[href="/notices"]')) {
    if (count === '0') delete link.dataset['unread']
    else link.dataset['unread'] = count
  }
}

export async function refreshModeration(): Promise<void> {
  // Nobody can post or mute before activation.
  if (!$user.get()?.activated || Date.now() - Number(stored('MutedAt')) < TTL_MS) return
  const [muted, notices] = await Promise.all([
    call('moderation', 'GET /mute', {}),
    call('moderation', 'GET /notice', {}),
  ])
  const storage = storedTokens()?.storage
  if (!storage || isTransient(muted)) return
  storage.setItem('MutedAt', String(Date.now()))
  if (notices.ok) {
    const unread = notices.results.filter(({ isRead }) => !isRead)
    storage.setItem('UnreadNotices', String(unread.length))
    showUnread()
  }
  if (!muted.ok) return
  storage.setItem('Muted', muted.results.map(({ userId }) => userId).join(' '))
  // The comments re-read the muted people when the user is shown again.
  showUser()
}
