/** How a social sign-in went, before the exchange of its token (`src/worker/gateway/social`). */
export type SocialOutcome =
  | { idToken: string }
  | { error: 'blocked' | 'closed' | 'configuration' | 'denied' | 'provider' | 'state' }
export type SocialMode = 'login' | 'register'

const FEATURES = 'popup,width=480,height=680'
/** Milliseconds between looks at whether the window is still open, and until a closed one has said nothing. */
const LOOK = 400
const LAST_WORDS = 600

/** Whether this deployment has a provider; assumed while it cannot be asked. */
export async function isConfigured(): Promise<boolean> {
  try {
    const response = await fetch('/auth/social/status')
    const { results } = await response.json<{ results: { configured: boolean } }>()
    return results.configured
  } catch {
    return true
  }
}

/**
 * Opens the provider's window; call it in the very handler of the press, or browsers block it. The result comes by
 * channel, since a provider may cut the window off from its opener.
 */
export function openSocialWindow(mode: SocialMode): Promise<SocialOutcome> {
  const attempt = crypto.randomUUID()
  const opened = open(
    `/auth/social/start?${new URLSearchParams({ mode, attempt })}`,
    '_blank',
    FEATURES,
  )
  if (!opened) return Promise.resolve({ error: 'blocked' })
  const channel = new BroadcastChannel('social-sign-in')
  return new Promise<SocialOutcome>((resolve) => {
    channel.addEventListener('message', ({ data }) => {
      // A window that lost its state no longer knows whose it was.
      if (data.attempt === attempt || data.error === 'state') resolve(data)
    })
    const looking = setInterval(() => {
      if (!opened.closed) return
      clearInterval(looking)
      setTimeout(() => resolve({ error: 'closed' }), LAST_WORDS)
    }, LOOK)
  }).finally(() => channel.close())
}
