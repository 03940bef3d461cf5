import type { Tokens } from '../api/tokens.ts'

/** Messages from one tab to the others, whose session storage it cannot reach. */
export type Message = { ended: true } | { usedUpdateToken: string; tokens: Tokens }

let channel: BroadcastChannel | undefined

/** The channel between the tabs, opened on first use; `undefined` where the browser has none. */
export function sessionChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'function') channel ??= new BroadcastChannel('session')
  return channel
}

export function notifyOtherTabs(message: Message): void {
  sessionChannel()?.postMessage(message)
}
