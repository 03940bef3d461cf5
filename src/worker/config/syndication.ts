import type { Values } from './variables.ts'

interface BlueskyAccount {
  readonly service: string
  readonly handle: string
  readonly password: string
}

/** Accounts to which the day's question is posted at midnight; `undefined` for those that are not set. */
export interface SyndicationConfig {
  readonly bluesky: BlueskyAccount | undefined
  readonly mastodon: { readonly server: string; readonly token: string } | undefined
  readonly webhook: string | undefined
}

const base = (url: string) => new URL(url).href.replace(/\/+$/, '')

export function syndicationOf(values: Values): SyndicationConfig {
  const { BLUESKY_HANDLE: handle, BLUESKY_PASSWORD: password } = values
  const { MASTODON_URL: server, MASTODON_TOKEN: token } = values
  return {
    bluesky:
      handle && password
        ? { service: base(values.BLUESKY_URL ?? 'https://bsky.social'), handle, password }
        : undefined,
    mastodon: server && token ? { server: base(server), token } : undefined,
    webhook: values.QUESTION_WEBHOOK_URL,
  }
}
