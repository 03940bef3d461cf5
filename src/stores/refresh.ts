import { errorCode, isTransient, warn } from '../api/result.ts'
import { storedTokens, storeTokens } from '../api/tokens.ts'
import { send } from '../api/send.ts'
import { notifyOtherTabs } from './notify-other-tabs.ts'

/** `ended`: the update token is refused for good. `later`: an outage or a rate limit. */
type RefreshOutcome = 'refreshed' | 'ended' | 'later'

let running: Promise<RefreshOutcome> | undefined

/** Replaces the tokens in one tab at a time (Web Locks). */
export function withTokens<Result>(replace: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request('refresh', replace) : replace()
}

/**
 * Refreshes the tokens, unless another tab has done so.
 * @param accessToken the expired token
 */
export function refresh(accessToken: string): Promise<RefreshOutcome> {
  running ??= withTokens(() => exchangeUnlessDone(accessToken)).finally(() => (running = undefined))
  return running
}

/** Refusals that do not concern the token: rate limits, or responses of a firewall. */
const UNDECIDED = new Set<number | undefined>([
  errorCode.tooManyAttempts,
  errorCode.somethingWentWrong,
])

async function exchangeUnlessDone(accessToken: string): Promise<RefreshOutcome> {
  const tokens = storedTokens()
  if (!tokens) return 'ended'
  if (tokens.accessToken !== accessToken) return 'refreshed'
  const result = await send('auth', 'POST /user/token/', { token: tokens.updateToken })
  if (result.ok) {
    storeTokens(tokens.storage, result.results)
    notifyOtherTabs({ usedUpdateToken: tokens.updateToken, tokens: result.results })
    return 'refreshed'
  }
  warn('Error Update Tokens', result)
  return isTransient(result) || UNDECIDED.has(result.code) ? 'later' : 'ended'
}
