import { send } from '../api/send.ts'
import { storages } from '../api/storage.ts'
import { storedTokens } from '../api/tokens.ts'
import { publicPath } from '../domain/public-path.ts'
import { notifyOtherTabs } from './notify-other-tabs.ts'
import { showUser } from './user.ts'

/** Keys that a log out keeps: the browser's choices and the notices it has shown. */
const KEPT_AFTER_LOG_OUT = /^(?:(?:List)?Language$|Read$|Privacy$|UpdateInfo$|MaintenanceSeen$)/
/** The end of a session keeps what belongs to the person by name as well, until they log in again. */
const KEPT_KEYS = new RegExp(`${KEPT_AFTER_LOG_OUT.source}|^(?:BirthYear|Draft|Feedback):`)

export function clearStorages(from = storages(), keptKeys = KEPT_KEYS): void {
  for (const storage of from) {
    for (const key of Object.keys(storage)) if (!keptKeys.test(key)) storage.removeItem(key)
  }
  showUser()
}

/** True from a sign-out until the page is left for `/`: the settings do not redirect it then (`browser/account/guard.ts`). */
export let isLeaving = false

/** Clears what belongs to the person, in all tabs, and goes to `/`, once for all calls that find the session ended. */
export function signOut(keptKeys = KEPT_KEYS): void {
  const wasLeaving = isLeaving
  isLeaving = publicPath(location.pathname) !== '/'
  try {
    clearStorages(storages(), keptKeys)
    notifyOtherTabs({ ended: true })
  } finally {
    if (isLeaving && !wasLeaving) {
      // The back/forward cache may restore this page.
      addEventListener('pagehide', () => (isLeaving = false), { once: true })
      location.assign('/')
    }
  }
}

/**
 * The log out that a person chose: signs out everywhere in this browser, removes drafts and goes to `/`
 * (`docs/product.md#sessions`) without waiting for the server.
 */
export function logout(): void {
  const accessToken = storedTokens()?.accessToken
  if (accessToken) void send('auth', 'POST /user/logout', {}, { accessToken, keepalive: true })
  // An earlier navigation may have been stopped.
  isLeaving = false
  signOut(KEPT_AFTER_LOG_OUT)
}
