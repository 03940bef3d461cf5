import { stored } from '../../api/storage.ts'
import type { User } from '../../contract/schemas.ts'
import { cameFromSite } from '../came-from-site.ts'

/** Values that the account screens hand to each other (`docs/product.md#storage-keys`). */

/** The address that the code screens are for. */
export function enteredEmail(): string | null {
  return sessionStorage.getItem('EmailAddress')
}

export function keepEnteredEmail(email: string): void {
  sessionStorage.setItem('EmailAddress', email)
}

export function clearEnteredEmail(): void {
  sessionStorage.removeItem('EmailAddress')
}

/** Target of a login: the page that asked for it, if it is on this site, else home. */
export function afterLogin(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  const url = URL.parse(next, origin)
  // The path of `/.//elsewhere.example` begins with two slashes, and without its origin it would name another one.
  const isOwnPath = url?.origin === origin && !url.pathname.startsWith('//')
  return isOwnPath ? url.pathname + url.search + url.hash : '/'
}

/** Leaves the sign-in for the page that asked for it; a suspended person for the reasons. */
export function goAfterLogin(): void {
  const user = JSON.parse(stored('UserInfo') ?? '{}') as Partial<User>
  go(user.suspended ? '/notices' : afterLogin(location.search, location.origin))
}

export function go(path: string): void {
  location.assign(path)
}

/** Goes back to the previous screen if it is on this site and not the login, else to `otherwise`. */
export function goBack(otherwise: string): void {
  if (cameFromSite()) history.back()
  else location.replace(otherwise)
}

/** A field's text as it was typed. */
export function text(data: FormData, name: string): string {
  return String(data.get(name) ?? '')
}
