import type { Tokens } from '../api/tokens.ts'

/** Messages between tabs, which cannot read each other's session storage. */
export type Message = { ended: true } | { usedUpdateToken: string; tokens: Tokens }

let channel: BroadcastChannel | undefined

/** Channel between the tabs; `undefined` if the browser has none. */
export function sessionChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'function') channel ??= new BroadcastChannel('session')
  return channel
}

export function notifyOtherTabs(message: Message): void {
  sessionChannel()?.postMessage(message)
}
