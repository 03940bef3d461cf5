import type { Tokens } from '../api/storage.ts'

/** What one tab tells the others; session storage is a tab's own, so they must be told. */
export type Message = { ended: true } | { usedUpdateToken: string; tokens: Tokens }

export const channel =
  typeof BroadcastChannel === 'function' && typeof window === 'object'
    ? new BroadcastChannel('session')
    : undefined

export function tellOtherTabs(message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays on its origin
  channel?.postMessage(message)
}
