/** Outcome of a social sign-in before the exchange of its token (`src/worker/gateway/social`). */
export type SocialOutcome =
  | { idToken: string }
  | { error: 'blocked' | 'closed' | 'configuration' | 'denied' | 'provider' | 'state' }
export type SocialMode = 'login' | 'register'

/** The window's attempt, for a page that is reloaded while its window is open. */
const ATTEMPT = 'SocialAttempt'
const FEATURES = 'popup,width=480,height=680'
/** Time between looks at whether the window is still open. */
const POLL_INTERVAL_MS = 500

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
 * channel, since a provider may cut the window off from its opener. Such a window looks closed, so `closed` is
 * reported only to a page that has the focus, and a result that comes later still counts.
 * @returns ends the waiting
 */
export function openSocialWindow(
  mode: SocialMode,
  report: (outcome: SocialOutcome) => void,
): () => void {
  const attempt = crypto.randomUUID()
  const address = `/auth/social/start?${new URLSearchParams({ mode, attempt })}`
  const opened = open(address, 'social-sign-in', FEATURES)
  if (!opened) {
    report({ error: 'blocked' })
    return () => {}
  }
  sessionStorage.setItem(ATTEMPT, attempt)
  let closedLooks = 0
  const looking = setInterval(() => {
    closedLooks = opened.closed && document.hasFocus() ? closedLooks + 1 : 0
    // Twice, so that a window's last words come first.
    if (closedLooks < 2) return
    clearInterval(looking)
    report({ error: 'closed' })
  }, POLL_INTERVAL_MS)
  const stopListening = listen(attempt, (outcome) => {
    clearInterval(looking)
    report(outcome)
  })
  return () => {
    clearInterval(looking)
    stopListening()
  }
}

/** Waits for the window that this page opened before it was reloaded, if there is one. */
export function resumeSocialWindow(report: (outcome: SocialOutcome) => void): () => void {
  const attempt = sessionStorage.getItem(ATTEMPT)
  return attempt ? listen(attempt, report) : () => {}
}

function listen(attempt: string, report: (outcome: SocialOutcome) => void): () => void {
  const channel = new BroadcastChannel('social-sign-in')
  channel.addEventListener('message', ({ data }) => {
    // A window that lost its state no longer knows whose it was.
    if (data.attempt !== attempt && data.error !== 'state') return
    channel.postMessage({ taken: data.attempt })
    channel.close()
    sessionStorage.removeItem(ATTEMPT)
    report(data)
  })
  return () => channel.close()
}
