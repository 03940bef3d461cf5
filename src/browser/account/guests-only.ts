import { afterLogin } from './entry.ts'
import { storedUser } from './stored-user.ts'

/**
 * Leads people who are signed in away from the guests' forms, also when another tab signs in and when the browser
 * restores the page. Until activation the forms stay open: the address may have been mistyped.
 */
export function guestsOnly(): void {
  const leaveIfSignedIn = () => {
    if (storedUser()?.activated) location.replace(afterLogin(location.search, location.origin))
  }
  leaveIfSignedIn()
  addEventListener('pageshow', ({ persisted }) => persisted && leaveIfSignedIn())
  addEventListener('storage', ({ key }) => key === 'UserInfo' && leaveIfSignedIn())
}
