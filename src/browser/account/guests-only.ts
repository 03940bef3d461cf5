import { storedTokens } from '../../api/storage.ts'
import { $user, showUser } from '../../stores/user.ts'
import { afterLogin } from './entry.ts'

/**
 * Leads people who are signed in away from the guests' forms, also when another tab signs in and when the browser
 * restores the page. Until activation the forms stay open: the address may have been mistyped.
 */
export function guestsOnly(): void {
  const leaveIfSignedIn = () => {
    showUser()
    if (storedTokens() && $user.get()?.activated)
      location.replace(afterLogin(location.search, location.origin))
  }
  leaveIfSignedIn()
  addEventListener('pageshow', ({ persisted }) => persisted && leaveIfSignedIn())
  addEventListener('storage', ({ key }) => key === 'UserInfo' && leaveIfSignedIn())
}
