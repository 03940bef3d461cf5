import { send } from '../api/send.ts'
import { storages } from '../api/storage.ts'
import { storedTokens } from '../api/tokens.ts'
import { notifyOtherTabs } from './notify-other-tabs.ts'
import { showUser } from './user.ts'

/** Keys kept by a log out: choices of the browser and notices already shown. */
const KEPT_AFTER_LOG_OUT = /^((List)?Language|Read|Privacy|UpdateInfo|MaintenanceSeen)$/
/** The end of a session also keeps its notice, and personal keys until the next login. */
const KEPT_KEYS = new RegExp(
  `${KEPT_AFTER_LOG_OUT.source}|^Notice$|^(BirthYear|DeskDrafts|Draft|Feedback):`,
)

export function clearStorages(from = storages(), keptKeys = KEPT_KEYS): void {
  for (const storage of from) {
    for (const key of Object.keys(storage)) if (!keptKeys.test(key)) storage.removeItem(key)
  }
  showUser()
}

/**
 * True from a sign-out until the page unloads: settings skip their redirect
 * (`browser/account/guard.ts`).
 */
export let isLeaving = false

/** The page after the end of a session (`browser/account/guard.ts`). */
export const afterEnd = { path: () => '/' }

/**
 * Clears the person's data in all tabs and leaves, also from `/`: the page holds what only that
 * person may see. Once for concurrent calls.
 */
export function signOut(keptKeys = KEPT_KEYS): void {
  const wasLeaving = isLeaving
  isLeaving = true
  const isEnd = keptKeys === KEPT_KEYS
  try {
    clearStorages(storages(), keptKeys)
    notifyOtherTabs({ ended: true, keptKeys })
  } finally {
    if (!wasLeaving) {
      // The back/forward cache may restore this page.
      addEventListener('pagehide', () => (isLeaving = false), { once: true })
      location.assign(isEnd ? afterEnd.path() : '/')
      // The next page says that the session has ended (`browser/every-page/show-notice.ts`).
      if (isEnd) sessionStorage.setItem('Notice', 'ended')
    }
  }
}

/**
 * Explicit log out: removes drafts and goes to `/` without waiting for the server
 * (`docs/product.md#sessions`).
 */
export function logout(): void {
  const accessToken = storedTokens()?.accessToken
  if (accessToken) void send('auth', 'POST /user/logout', {}, { accessToken, keepalive: true })
  // An earlier navigation may have been stopped.
  isLeaving = false
  signOut(KEPT_AFTER_LOG_OUT)
}
