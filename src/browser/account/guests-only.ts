import { afterLogin } from './entry.ts'
import { storedUser } from './stored-user.ts'

/**
 * Redirects signed-in people from the guests' forms, also on sign-in in another tab and bfcache
 * restore. Until activation the forms stay open, since the address may be mistyped.
 */
export function guestsOnly(): void {
  const leaveIfSignedIn = () => {
    if (storedUser()?.activated) location.replace(afterLogin(location.search, location.origin))
  }
  leaveIfSignedIn()
  addEventListener('pageshow', ({ persisted }) => persisted && leaveIfSignedIn())
  addEventListener('storage', ({ key }) => key === 'UserInfo' && leaveIfSignedIn())
}
