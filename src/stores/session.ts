import { MINUTE_MS } from '../domain/durations.ts'
import { codeOf, isTransient, type CallResult } from '../api/result.ts'
import { serverNow } from '../api/server-clock.ts'
import * as errorCode from '../api/error-code.ts'
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
import { clearStorages, signOut } from './sign-out.ts'
import { $user, showUser, storeUser, type StoredUser } from './user.ts'
import { sessionChannel, type Message } from './notify-other-tabs.ts'

/** Exponential backoff after an outage. */
const FIRST_RETRY_MS = 5_000
const MAX_RETRY_MS = 5 * MINUTE_MS

function keepUser(user: StoredUser): void {
  if (user.userOptions.hidesOthers) user.aloneFrom = $user.get()?.aloneFrom ?? 0
  storeUser(user)
  if (user.suspended) showSuspensionNotice(user.suspended.until)
}

function showSuspensionNotice(until?: number): void {
  import('./suspension-notice.ts')
    .then(({ showSuspension }) => showSuspension(until))
    .catch(() => undefined)
}

type WithSession = Exclude<ServiceName, 'auth' | 'question'>

/** Calls that anybody may make, of the services whose other calls require a person. */
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
 * The part of `call` for who has a session: adds the access token where the call requires a person, refreshes an
 * expired one once and repeats the call. While the refresh is undecided it is a network failure: the session has not
 * ended.
 */
export async function sendWithSession<Service extends ServiceName, E extends Endpoint<Service>>(
  service: Service,
  endpoint: E,
  input: Input<Service, E>,
  options: SendOptions<CallHeaders<Service, E>>,
): Promise<CallResult<Results<Service, E>>> {
  const isPublic = service === 'auth' || service === 'question' || endpoint in PUBLIC
  if (isPublic) return send(service, endpoint, input, options)
  const attempt = () => {
    const accessToken = storedTokens()?.accessToken
    return send(service, endpoint, input, { ...options, accessToken })
  }
  const before = storedTokens()?.accessToken
  const result = await attempt()
  const code = codeOf(result)
  if (!before) return result
  if (code === errorCode.userBanned || code === errorCode.userTemporarilyBanned)
    showSuspensionNotice()
  const isReplaced = storedTokens()?.accessToken !== before
  if (code === errorCode.invalidAccessToken && !isReplaced) signOut()
  else if (code === errorCode.invalidAccessToken || code === errorCode.accessTokenExpired) {
    const outcome = await refreshOrSignOut(before)
    if (outcome === 'refreshed') return attempt()
    if (outcome === 'later') return { ok: false, error: 'network' }
  }
  return result
}

async function refreshOrSignOut(accessToken: string) {
  const outcome = await refresh(accessToken)
  if (outcome === 'ended') signOut()
  return outcome
}

/** Fetches the user again after a change of profile or settings. */
export async function reloadUser(): Promise<void> {
  const result = await sendWithSession('user', 'GET /user/me', {}, {})
  if (result.ok && result.results[0]) keepUser(result.results[0])
}

/**
 * Gets new tokens now and the user with them (`docs/product.md#sessions`: after a change of username or picture). While
 * the refresh is undecided the former token still gets the user.
 */
export async function refreshUser(): Promise<void> {
  const tokens = storedTokens()
  if (tokens && (await refreshOrSignOut(tokens.accessToken)) !== 'ended') await reloadUser()
}

let retryDelay = FIRST_RETRY_MS

function retryLater(): void {
  setTimeout(() => void loadUser(), retryDelay)
  retryDelay = Math.min(retryDelay * 2, MAX_RETRY_MS)
}

/**
 * Session start (`docs/product.md#sessions`). Refreshes at most once, so that neither a wrong clock nor any response makes it
 * loop. An outage changes nothing and is retried later.
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
  const isGone = result.ok ? !user : isDefiniteEnd(codeOf(result))
  if (isGone) {
    const isReplaced = storedTokens()?.accessToken !== tokens.accessToken
    return isReplaced && mayRefresh ? loadUser(false) : signOut()
  }
  if (!mayRefresh) return
  const outcome = await refreshOrSignOut(tokens.accessToken)
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

/** Loads the session of this page once and follows the other tabs. */
export function followSession(): Promise<void> {
  started ??= (() => {
    showUser()
    followOtherTabs()
    return loadUser()
  })()
  return started
}

/**
 * Follows sign-ins and sign-outs of the other tabs. A duplicated tab shares its update token, which can be used once:
 * its successor is taken over as well.
 */
function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === 'UserInfo' || key === 'Muted' || key === null) showUser()
  })
  sessionChannel()?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    // The tab that signed out has cleared local storage, where a new sign-in may be stored by now.
    if ('ended' in data) return clearStorages([sessionStorage])
    const own = storedTokens()
    if (own?.updateToken === data.usedUpdateToken) storeTokens(own.storage, data.tokens)
  })
}
