import { call } from '../api/call.ts'
import { storages, storedTokens } from '../api/storage.ts'
import { tellOtherTabs } from './tell-other-tabs.ts'
import { showUser } from './user.ts'

/** Keys that signing out leaves alone: this browser's choices, which notices it has seen and what a person wrote. */
const LEFT_ALONE = /^(?:Language$|Privacy$|UpdateInfo$|MaintenanceSeen$|Feedback:|Draft:)/

export function forget(from = storages(), leftAlone = LEFT_ALONE): void {
  for (const storage of from) {
    for (const key of Object.keys(storage)) if (!leftAlone.test(key)) storage.removeItem(key)
  }
  showUser()
}

export function leave(leftAlone = LEFT_ALONE): void {
  forget(storages(), leftAlone)
  tellOtherTabs({ ended: true })
  if (!/^\/(?:(?:ja|en)\/?)?$/.test(location.pathname)) location.assign('/')
}

/** Signs out everywhere in this browser and goes to `/` (`product.md §4`); the server is told, not waited for. */
export function logout(): void {
  if (storedTokens()) {
    void call('auth', '/user/logout/', { method: 'POST', authorized: true, keepalive: true })
  }
  leave()
}
