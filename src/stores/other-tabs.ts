import { storedTokens, storeTokens } from '../api/tokens.ts'
import { sessionChannel, type Message } from './notify-other-tabs.ts'

/**
 * Follows sign-ins and sign-outs of the other tabs. A duplicated tab shares its update token, which can be used once:
 * its successor is taken over as well.
 */
export function followOtherTabs(then: { changed: () => void; ended: () => void }): void {
  addEventListener('storage', ({ key }) => {
    if (key === 'UserInfo' || key === 'Muted' || key === null) then.changed()
  })
  sessionChannel()?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('ended' in data) return then.ended()
    const own = storedTokens()
    if (own?.updateToken === data.usedUpdateToken) storeTokens(own.storage, data.tokens)
  })
}
