import type { Tokens } from '../api/tokens.ts'

/** Messages between tabs, which cannot read each other's session storage. */
export type Message =
  | { ended: true; keptKeys: RegExp }
  | { usedUpdateToken: string; tokens: Tokens }

let channel: BroadcastChannel | undefined

export const sessionChannel = (): BroadcastChannel => (channel ??= new BroadcastChannel('session'))

export const notifyOtherTabs = (message: Message): void => sessionChannel().postMessage(message)
