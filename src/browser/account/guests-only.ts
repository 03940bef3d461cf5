import { afterSignIn } from './entry.ts'
import { storedUser } from './stored-user.ts'

/** Forms for guests stay open until activation: the address may be mistyped. */
export function guestsOnly(): void {
  const leaveIfSignedIn = () => {
    if (storedUser()?.activated) location.replace(afterSignIn())
  }
  leaveIfSignedIn()
  addEventListener('pageshow', ({ persisted }) => persisted && leaveIfSignedIn())
  addEventListener('storage', ({ key }) => key === 'UserInfo' && leaveIfSignedIn())
}
