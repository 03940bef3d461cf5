import { storedTokens, storeTokens } from '../api/storage.ts'
import { channel, type Message } from './tell-other-tabs.ts'

/**
 * Follows sign-ins and sign-outs of the other tabs, and takes over the successor of an update token that a
 * duplicated tab shares, since each can be used only once.
 */
export function followOtherTabs(then: { changed: () => void; ended: () => void }): void {
  addEventListener('storage', ({ key }) => {
    if (key === 'UserInfo' || key === null) then.changed()
  })
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('ended' in data) return then.ended()
    const own = storedTokens()
    if (own?.updateToken === data.usedUpdateToken) storeTokens(own.storage, data.tokens)
  })
}
