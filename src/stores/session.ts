import { MINUTE_MS } from '../domain/durations.ts'
import { type CallResult, errorCode, isTransient, unreached } from '../api/result.ts'
import { serverNow } from '../api/server-clock.ts'
import { send, type SendOptions } from '../api/send.ts'
import type { ServiceName } from '../contract/bases.ts'
import type {
  CallHeaders,
  Endpoint,
  Input,
  PublicEndpoint,
  Results,
} from '../contract/call-types.ts'
import { stored } from '../api/storage.ts'
import { storedTokens, storeTokens } from '../api/tokens.ts'
import { refresh } from './refresh.ts'
import { clearStorages, isLeaving, signOut } from './sign-out.ts'
import { $user, showUser, storeUser, type StoredUser } from './user.ts'
import { sessionChannel, type Message } from './notify-other-tabs.ts'

const FIRST_RETRY_MS = 5_000
const MAX_RETRY_MS = 5 * MINUTE_MS

function keepUser(user: StoredUser): void {
  if (user.userOptions.hidesOthers) user.aloneFrom = $user.get()?.aloneFrom ?? 0
  storeUser(user)
  if (user.suspended) showSuspensionNotice(user.suspended.until)
}

function showSuspensionNotice(until?: number): void {
  import('./suspension-notice.ts').then(
    (script) => script.showSuspension(until),
    () => {},
  )
}

const storedAccessToken = () => storedTokens()?.accessToken

type WithSession = Exclude<ServiceName, 'auth' | 'question'>

/** Public calls of the services whose other calls require a person. */
const PUBLIC: { [E in { [S in WithSession]: PublicEndpoint<S> }[WithSession]]: 1 } = {
  'GET /announcement': 1,
  'POST /report/confirm': 1,
  'POST /report/guest': 1,
  'POST /request': 1,
  'POST /request/confirm': 1,
  'POST /user/reminder/end': 1,
  'PUT /user/reminder/subscription': 1,
}

/**
 * Makes a call with the access token; refreshes an expired one once and repeats. An undecided
 * refresh counts as a network failure: the session has not ended.
 */
export async function sendWithSession<Service extends ServiceName, E extends Endpoint<Service>>(
  service: Service,
  endpoint: E,
  input: Input<Service, E>,
  options: SendOptions<CallHeaders<Service, E>>,
): Promise<CallResult<Results<Service, E>>> {
  const isPublic = service === 'auth' || service === 'question' || endpoint in PUBLIC
  if (isPublic) return send(service, endpoint, input, options)
  const attempt = () =>
    send(service, endpoint, input, { ...options, accessToken: storedAccessToken() })
  const before = storedAccessToken()
  const result = await attempt()
  const { code } = result
  if (!before) return result
  if (code === errorCode.userBanned || code === errorCode.userTemporarilyBanned)
    showSuspensionNotice()
  const isReplaced = storedAccessToken() !== before
  if (code === errorCode.invalidAccessToken && !isReplaced) signOut()
  else if (code === errorCode.invalidAccessToken || code === errorCode.accessTokenExpired) {
    const outcome = await refreshOrSignOut(before)
    if (outcome === 'refreshed') return attempt()
    if (outcome === 'later') return unreached
  }
  return result
}

async function refreshOrSignOut(accessToken: string) {
  const outcome = await refresh(accessToken)
  if (outcome === 'ended') signOut()
  return outcome
}

export async function reloadUser(): Promise<void> {
  const result = await sendWithSession('user', 'GET /user/me', {}, {})
  if (result.ok && result.results[0]) keepUser(result.results[0])
}

/**
 * Refreshes the tokens, then the user (`docs/product.md#sessions`). If the refresh is undecided,
 * fetches the user with the old token.
 */
export async function refreshUser(): Promise<void> {
  const tokens = storedTokens()
  if (tokens && (await refreshOrSignOut(tokens.accessToken)) !== 'ended') await reloadUser()
}

const ENDS = new Set<number | undefined>([
  errorCode.invalidAccessToken,
  errorCode.userRemoved,
  errorCode.dataNotFound,
])

let retryDelay = FIRST_RETRY_MS

function retryLater(): void {
  setTimeout(loadUser, retryDelay)
  retryDelay = Math.min(retryDelay * 2, MAX_RETRY_MS)
}

/**
 * Session start (`docs/product.md#sessions`). Refreshes at most once, so that a wrong clock cannot
 * cause a loop; retries after an outage.
 */
export async function loadUser(mayRefresh = true): Promise<void> {
  const tokens = storedTokens()
  if (!tokens) {
    if (stored('UserInfo')) clearStorages()
    return
  }
  const { accessToken } = tokens
  const result = await send('user', 'GET /user/me', {}, { accessToken })
  if (isTransient(result)) return retryLater()
  const user = result.ok ? result.results?.[0] : undefined
  if (user) keepUser(user)
  if (user && user.tokenExpired * 1000 > serverNow()) return
  const isGone = result.ok ? !user : ENDS.has(result.code)
  if (isGone) {
    const isReplaced = storedAccessToken() !== accessToken
    return isReplaced && mayRefresh ? loadUser(false) : signOut()
  }
  if (!mayRefresh) return
  const outcome = await refreshOrSignOut(accessToken)
  if (outcome === 'refreshed') return loadUser(false)
  if (outcome === 'later') retryLater()
}

let started: Promise<void> | undefined

export function followSession(): Promise<void> {
  started ??= (() => {
    showUser()
    followOtherTabs()
    // Signed out in another tab, or behind a page from the back/forward cache.
    $user.listen((user, before) => {
      if (before && !user && !isLeaving) location.reload()
    })
    // The session may have been ended on another device.
    addEventListener('visibilitychange', () => {
      if (!document.hidden) void reloadUser()
    })
    return loadUser()
  })()
  return started
}

/**
 * Follows sign-ins and sign-outs of other tabs. A duplicated tab shares its single-use update
 * token, so it adopts the successor.
 */
function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === 'UserInfo' || key === 'Muted' || key === null) showUser()
  })
  sessionChannel().addEventListener('message', ({ data }: MessageEvent<Message>) => {
    // The other tab cleared local storage, which may hold a new sign-in by now.
    if ('ended' in data) return clearStorages([sessionStorage], data.keptKeys)
    const current = storedTokens()
    if (current?.updateToken === data.usedUpdateToken) storeTokens(current.storage, data.tokens)
  })
}
