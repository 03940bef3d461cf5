import { publicPath } from '../../domain/public-path.ts'
import { storedTokens } from '../../api/tokens.ts'
import { followSession } from '../../stores/session.ts'
import { afterEnd, isLeaving } from '../../stores/sign-out.ts'
import { $user } from '../../stores/user.ts'
import { takeToken } from './email-token.ts'

/** Drops the query, except at the desk: a code or token must not reach the login URL. */
function loginPath(): string {
  const path = publicPath(location.pathname)
  const next = path.startsWith('/operator') ? path + location.search + location.hash : path
  return `/login?${new URLSearchParams({ next })}`
}

const toLogin = () => location.replace(loginPath())

/** Sends guests to `/login` and back, social users from address and password to the menu. */
export function guardSettings(): void {
  takeToken()
  afterEnd.path = () => (document.querySelector('form, .desk-frame') ? loginPath() : '/')
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
