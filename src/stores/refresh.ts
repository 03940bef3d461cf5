import { codeOf, isTransient, warn } from '../api/result.ts'
import * as errorCode from '../api/error-code.ts'
import { storedTokens, storeTokens } from '../api/tokens.ts'
import { send } from '../api/send.ts'
import { notifyOtherTabs } from './notify-other-tabs.ts'

/** `ended`: the server refused the update token for good. `later`: an outage or a rate limit, nothing is decided. */
type RefreshOutcome = 'refreshed' | 'ended' | 'later'

let running: Promise<RefreshOutcome> | undefined

/** Replaces the stored tokens in one tab at a time (Web Locks). */
export function withTokens<Result>(replace: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request('refresh', replace) : replace()
}

/**
 * Exchanges the stored tokens for their successors. A tab that waited for another finds the tokens already changed
 * and makes no call.
 * @param accessToken the token that was found expired
 */
export function refresh(accessToken: string): Promise<RefreshOutcome> {
  running ??= withTokens(() => exchangeUnlessDone(accessToken)).finally(() => (running = undefined))
  return running
}

/** Refusals that say nothing of the token: too many attempts, or a response that is not the service's, such as a firewall's. */
const UNDECIDED = new Set<number | undefined>([
  errorCode.tooManyAttempts,
  errorCode.somethingWentWrong,
])

async function exchangeUnlessDone(accessToken: string): Promise<RefreshOutcome> {
  const own = storedTokens()
  if (!own) return 'ended'
  if (own.accessToken !== accessToken) return 'refreshed'
  const result = await send('auth', 'POST /user/token/', { token: own.updateToken })
  if (result.ok) {
    storeTokens(own.storage, result.results)
    notifyOtherTabs({ usedUpdateToken: own.updateToken, tokens: result.results })
    return 'refreshed'
  }
  warn('Error Update Tokens', result)
  return isTransient(result) || UNDECIDED.has(codeOf(result)) ? 'later' : 'ended'
}
