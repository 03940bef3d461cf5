import { publicPath } from '../../domain/public-path.ts'
import { storedTokens } from '../../api/tokens.ts'
import { followSession } from '../../stores/session.ts'
import { isLeaving } from '../../stores/sign-out.ts'
import { $user } from '../../stores/user.ts'
import { takeToken } from './email-token.ts'

/** Pages for people with a password carry this mark; a provider decides the address and password of the others. */
const FOR_PASSWORD = '[data-for-password]'

/**
 * Protects the settings (`docs/product.md#account-settings`): a guest is redirected to `/login` and returns after it,
 * a person of a social provider is redirected from the address and the password to the menu.
 */
export function guardSettings(): void {
  takeToken()
  const isForPassword = document.querySelector(FOR_PASSWORD) !== null
  $user.subscribe((user) => {
    if (isForPassword && user?.userOptions.googleUserId) location.replace('/account_settings')
    if (!storedTokens() && !isLeaving) toLogin()
  })
  void followSession()
}

function toLogin(): void {
  // A code or token in the address stays out of the login screen's.
  const next = publicPath(location.pathname)
  location.replace(`/login?${new URLSearchParams({ next })}`)
}
