import { call } from '../api/call.ts'
import { storages, storedTokens } from '../api/storage.ts'
import { tellOtherTabs } from './tell-other-tabs.ts'
import { showUser } from './user.ts'

/** Keys that signing out keeps: this browser's choices, which notices it has seen and what a person wrote. */
const KEPT_KEYS = /^(?:Language$|Privacy$|UpdateInfo$|MaintenanceSeen$|BirthYear:|Feedback:|Draft:)/

export function clearStorages(from = storages(), keptKeys = KEPT_KEYS): void {
  for (const storage of from) {
    for (const key of Object.keys(storage)) if (!keptKeys.test(key)) storage.removeItem(key)
  }
  showUser()
}

/** Clears what belongs to the person, in all tabs, and goes to `/`. */
export function leave(keptKeys = KEPT_KEYS): void {
  clearStorages(storages(), keptKeys)
  tellOtherTabs({ ended: true })
  if (!/^\/(?:(?:ja|en)\/?)?$/.test(location.pathname)) location.assign('/')
}

/** Signs out in all tabs and goes to `/` (`product.md §4`), without waiting for the server. */
export function logout(): void {
  if (storedTokens()) {
    void call('auth', '/user/logout/', { method: 'POST', authorized: true, keepalive: true })
  }
  leave()
}
