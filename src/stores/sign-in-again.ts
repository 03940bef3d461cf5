import type { CallResult } from '../api/result.ts'
import { send } from '../api/send.ts'
import { storedTokens, storeTokens, type Tokens } from '../api/tokens.ts'
import { withTokens } from './refresh.ts'
import { notifyOtherTabs } from './notify-other-tabs.ts'
import { login } from './sign-in.ts'
import { $user } from './user.ts'

/**
 * Proves that the signed-in person knows the password: signs in once more and replaces this browser's session by the
 * new one, for calls that ask for a recent sign-in.
 */
export function signInAgain(password: string): Promise<CallResult<Tokens>> {
  return withTokens(async () => {
    const own = storedTokens()
    const isPersistent = own?.storage === localStorage
    const result = await login($user.get()?.email ?? '', password, isPersistent)
    if (!own || !result.ok) return result
    storeTokens(own.storage, result.results)
    notifyOtherTabs({ usedUpdateToken: own.updateToken, tokens: result.results })
    const { accessToken } = own
    void send('auth', 'POST /user/logout', {}, { accessToken, keepalive: true })
    return result
  })
}
