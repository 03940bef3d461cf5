/** Result of a social sign-in before the token exchange (`src/worker/gateway/social`). */
export type SocialOutcome =
  | { idToken: string }
  | { error: 'blocked' | 'closed' | 'configuration' | 'denied' | 'provider' | 'state' }
export type SocialMode = 'login' | 'register'

/** The window's attempt, for a page reloaded while its window is open. */
const ATTEMPT = 'SocialAttempt'
const FEATURES = 'popup,width=480,height=680'
const POLL_INTERVAL_MS = 500

/** Whether the deployment has a provider; assumed if the check fails. */
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
 * Opens the provider's window; call it synchronously in the click handler. Results come by
 * BroadcastChannel, since COOP may cut the opener. Such a window looks closed, so `closed` is
 * reported only while the page has the focus, and a later result still counts.
 * @returns stops waiting
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
    // Two checks, so that a final message arrives first.
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

/** Waits for a window opened before a reload. */
export function resumeSocialWindow(report: (outcome: SocialOutcome) => void): () => void {
  const attempt = sessionStorage.getItem(ATTEMPT)
  return attempt ? listen(attempt, report) : () => {}
}

function listen(attempt: string, report: (outcome: SocialOutcome) => void): () => void {
  const channel = new BroadcastChannel('social-sign-in')
  channel.addEventListener('message', ({ data }) => {
    // A window that lost its state no longer knows its attempt.
    if (data.attempt !== attempt && data.error !== 'state') return
    channel.postMessage({ taken: data.attempt })
    channel.close()
    sessionStorage.removeItem(ATTEMPT)
    report(data)
  })
  return () => channel.close()
}
