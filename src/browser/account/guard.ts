import { storedTokens } from '../../api/storage.ts'
import { startSession } from '../../stores/session.ts'
import { $user } from '../../stores/user.ts'
import { takeToken } from './email-token.ts'

/** Pages for people with a password carry this mark; a provider decides the address and password of the others. */
const FOR_PASSWORD = '[data-for-password]'

/**
 * Keeps the settings to those they belong to (`docs/product.md#account-settings`): whoever is not signed in goes to `/login`
 * and comes back, social users go from the address and the password to the menu.
 */
export function guardSettings(): void {
  takeToken()
  const isForPassword = document.querySelector(FOR_PASSWORD) !== null
  $user.subscribe((user) => {
    if (isForPassword && user?.userOptions.googleUserId) location.replace('/account_settings')
    if (!storedTokens()) toLogin()
  })
  void startSession()
}

function toLogin(): void {
  // A code or token in the address stays out of the login screen's.
  const next = location.pathname.replace(/^\/(?:ja|en)(?=\/)/, '')
  location.replace(`/login?${new URLSearchParams({ next })}`)
}
