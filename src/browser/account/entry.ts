import { cameFromSite } from '../came-from-site.ts'
import { leaveNotice } from '../every-page/leave-notice.ts'
import { isLanguageSwitch } from '../typed-text.ts'
import { storedUser } from './stored-user.ts'

/** Values passed between the account screens (`docs/product.md#storage-keys`). */

export function enteredEmail(): string | null {
  return sessionStorage.getItem('EmailAddress')
}

export function keepEnteredEmail(email: string): void {
  sessionStorage.setItem('EmailAddress', email)
}

export function clearEnteredEmail(): void {
  sessionStorage.removeItem('EmailAddress')
}

/** Login target: `next` if it is on this site, else home. */
export function afterLogin(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  const url = URL.parse(next, origin)
  // `/.//example.com` has a path that begins with `//`: an open redirect.
  const isOwnPath = url?.origin === origin && !url.pathname.startsWith('//')
  return isOwnPath ? url.pathname + url.search + url.hash : '/'
}

/** Target after a login or sign-up: `next` of the address, else of the dialog that led here (session storage `Next`). */
export const afterSignIn = (): string =>
  afterLogin(`${location.search}&${sessionStorage.getItem('Next')}`, location.origin)

/** Leaves the login for its target; suspended people go to the reasons. */
export function goAfterLogin(): void {
  location.assign(storedUser()?.suspended ? '/notices' : afterSignIn())
}

/** Goes back if the previous page is on this site and not the login, else to `otherwise`. */
export function goBack(otherwise: string): void {
  if (cameFromSite()) history.back()
  else location.replace(otherwise)
}

export function text(data: FormData, name: string): string {
  return String(data.get(name) ?? '')
}

const MENU = '/account_settings'

/** Goes back, where the notice is shown and the setting's row focused. */
export function leaveSetting(text: string, setting: string): void {
  const focusVisible = document.activeElement?.matches(':focus-visible')
  leaveNotice(text, { setting, focusVisible })
  // A switch of the language hides where this page was opened from.
  if (isLanguageSwitch) location.replace(MENU)
  else goBack(MENU)
}
