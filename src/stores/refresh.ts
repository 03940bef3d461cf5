import { call } from '../api/call.ts'
import { storedTokens, storeTokens, type Tokens } from '../api/storage.ts'
import { tellOtherTabs } from './tell-other-tabs.ts'

/** `ended`: the server refused the update token for good. `later`: an outage, nothing is decided. */
export type RefreshOutcome = 'refreshed' | 'ended' | 'later'

let running: Promise<RefreshOutcome> | undefined

/**
 * Exchanges the stored tokens for their successors, one tab at a time (Web Locks): whoever waited finds the tokens
 * already changed and asks nothing.
 * @param accessToken the token that was found expired
 */
export function refresh(accessToken: string): Promise<RefreshOutcome> {
  const exchange = () => exchangeUnlessDone(accessToken)
  running ??= (navigator.locks ? navigator.locks.request('refresh', exchange) : exchange()).finally(
    () => (running = undefined),
  )
  return running
}

async function exchangeUnlessDone(accessToken: string): Promise<RefreshOutcome> {
  const own = storedTokens()
  if (!own) return 'ended'
  if (own.accessToken !== accessToken) return 'refreshed'
  const answer = await call<Tokens>('auth', '/user/token/', {
    method: 'POST',
    body: { token: own.updateToken },
  })
  if (answer.ok) {
    storeTokens(own.storage, answer.results)
    tellOtherTabs({ usedUpdateToken: own.updateToken, tokens: answer.results })
    return 'refreshed'
  }
  return answer.error !== 'network' && answer.error.httpCode === 401 ? 'ended' : 'later'
}
