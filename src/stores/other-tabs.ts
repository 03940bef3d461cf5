import { storedTokens, storeTokens, type Tokens } from '../api/storage.ts'

/** What one tab tells the others; session storage is a tab's own, so they must be told. */
type Message = { ended: true } | { usedUpdateToken: string; tokens: Tokens }

const channel =
  typeof BroadcastChannel === 'function' && typeof window === 'object'
    ? new BroadcastChannel('session')
    : undefined

export function tellOtherTabs(message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays on its origin
  channel?.postMessage(message)
}

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
