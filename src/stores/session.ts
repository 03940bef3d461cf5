import {
  call,
  codeOf,
  isTransient,
  serverNow,
  type Answer,
  type CallOptions,
  type ServiceName,
} from '../api/call.ts'
import { errorCode } from '../api/error-code.ts'
import type { User } from '../api/shapes.ts'
import { stored, storedTokens } from '../api/storage.ts'
import { followOtherTabs } from './other-tabs.ts'
import { refresh } from './refresh.ts'
import { forget, leave, logout } from './sign-out.ts'
import { showUser } from './user.ts'

/** Milliseconds until the first and the last further try after an outage. */
const FIRST_RETRY = 5_000
const LAST_RETRY = 300_000

function keepUser(user: User): void {
  storedTokens()?.storage.setItem('UserInfo', JSON.stringify(user))
  showUser()
}

/** A call as the signed-in person: an expired access token is refreshed once and the call repeated. */
export async function authorizedCall<Results>(
  service: ServiceName,
  path: string,
  options: CallOptions = {},
): Promise<Answer<Results>> {
  const before = storedTokens()?.accessToken
  const attempt = () => call<Results>(service, path, { ...options, authorized: true })
  const answer = await attempt()
  const code = codeOf(answer)
  if (!before) return answer
  const isReplaced = storedTokens()?.accessToken !== before
  if (code === errorCode.invalidAccessToken && !isReplaced) logout()
  else if (code === errorCode.invalidAccessToken || code === errorCode.accessTokenExpired) {
    if ((await refreshOrLeave(before)) === 'refreshed') return attempt()
  }
  return answer
}

async function refreshOrLeave(accessToken: string) {
  const outcome = await refresh(accessToken)
  if (outcome === 'ended') leave()
  return outcome
}

/** Fetches the user anew, after a change of profile or settings. */
export async function reloadUser(): Promise<void> {
  const answer = await authorizedCall<User[]>('user', '/user/me')
  if (answer.ok && answer.results[0]) keepUser(answer.results[0])
}

/** Gets new tokens now and the user with them (`product.md §4`: after a change of username or picture). */
export async function refreshUser(): Promise<void> {
  const tokens = storedTokens()
  if (tokens && (await refreshOrLeave(tokens.accessToken)) === 'refreshed') await reloadUser()
}

let retryDelay = FIRST_RETRY

function retryLater(): void {
  setTimeout(() => void loadUser(), retryDelay)
  retryDelay = Math.min(retryDelay * 2, LAST_RETRY)
}

/**
 * Session start (`product.md §4`). One refresh at most, so that no clock and no answer makes it loop; an outage
 * changes nothing and is tried again later.
 */
export async function loadUser(mayRefresh = true): Promise<void> {
  const tokens = storedTokens()
  if (!tokens) {
    if (stored('UserInfo')) forget()
    return
  }
  const answer = await call<User[]>('user', '/user/me', { authorized: true })
  if (isTransient(answer)) return retryLater()
  const user = answer.ok ? answer.results?.[0] : undefined
  if (user) keepUser(user)
  if (user && user.tokenExpired * 1000 > serverNow()) return
  const isGone = answer.ok ? !user : isDefiniteEnd(codeOf(answer))
  if (isGone) {
    const isReplaced = storedTokens()?.accessToken !== tokens.accessToken
    return isReplaced && mayRefresh ? loadUser(false) : leave()
  }
  if (!mayRefresh) return
  const outcome = await refreshOrLeave(tokens.accessToken)
  if (outcome === 'refreshed') return loadUser(false)
  if (outcome === 'later') retryLater()
}

function isDefiniteEnd(code: number | undefined): boolean {
  return (
    code === errorCode.invalidAccessToken ||
    code === errorCode.userRemoved ||
    code === errorCode.dataNotFound
  )
}

let started: Promise<void> | undefined

/** Starts the session of this page, once, and follows the other tabs. */
export function startSession(): Promise<void> {
  started ??= (() => {
    showUser()
    // Local storage is left to the tab that signed out: somebody may have signed in again since.
    followOtherTabs({ changed: showUser, ended: () => forget([sessionStorage]) })
    return loadUser()
  })()
  return started
}
