import { MINUTE_MS } from '../../domain/durations.ts'

/** Time until the first and the last further try. */
const MIN_RETRY_MS = 3_000
const MAX_RETRY_MS = MINUTE_MS
/** Time to wait for a slow response: the browser may have ended the service worker that waits for it. */
const SLOW_RETRY_MS = 8_000

/**
 * Detects that the page can be reached: when the browser reports being online, when the page is shown again, and by
 * retries with backoff while it is in sight. The service worker reports a late response to a slow request.
 * @param address the page that could not be reached
 * @param isSlow its first request is still under way
 * @param failed the slow request has failed after all
 * @param reached called once or more often
 */
export function reconnect(
  address: string,
  isSlow: boolean,
  { failed, reached }: Record<'failed' | 'reached', () => void>,
): void {
  let pause = MIN_RETRY_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPolling = false

  const poll = async () => {
    clearTimeout(timer)
    if (isPolling || document.hidden) return
    isPolling = true
    const response = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(
      () => undefined,
    )
    isPolling = false
    if (response) return reached()
    timer = setTimeout(() => void poll(), pause)
    pause = Math.min(pause * 2, MAX_RETRY_MS)
  }

  addEventListener('online', () => void poll())
  document.addEventListener('visibilitychange', () => void poll())
  timer = setTimeout(() => void poll(), isSlow ? SLOW_RETRY_MS : pause)
  const { serviceWorker } = navigator
  serviceWorker?.addEventListener('message', ({ data }) => {
    if (data === 'arrived') return reached()
    failed()
    void poll()
  })
  // Messages may have come before this script had loaded.
  serviceWorker?.startMessages()
}
