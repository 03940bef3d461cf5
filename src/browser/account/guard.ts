import { publicPath } from '../../domain/public-path.ts'
import { storedTokens } from '../../api/tokens.ts'
import { followSession } from '../../stores/session.ts'
import { isLeaving } from '../../stores/sign-out.ts'
import { $user } from '../../stores/user.ts'
import { takeToken } from './email-token.ts'

/** Sends guests to `/login` and back, social users from address and password to the menu. */
export function guardSettings(): void {
  takeToken()
  // For accounts with a password; social providers manage those of the others.
  const isForPassword = document.querySelector('[data-for-password]') !== null
  $user.subscribe((user) => {
    if (isForPassword && user?.userOptions.googleUserId) location.replace('/account_settings')
    if (!storedTokens() && !isLeaving) toLogin()
  })
  // The back/forward cache keeps pages of a session that has ended.
  addEventListener('pageshow', ({ persisted }) => persisted && !storedTokens() && toLogin())
  void followSession()
}

function toLogin(): void {
  // Drops the query: a code or token must not reach the login URL.
  const next = publicPath(location.pathname)
  location.replace(`/login?${new URLSearchParams({ next })}`)
}
