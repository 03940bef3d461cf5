import { MINUTE_MS } from '../../domain/durations.ts'

const MIN_RETRY_MS = 3_000
const MAX_RETRY_MS = MINUTE_MS
/** Limit for a slow response: the browser may have ended the service worker. */
const SLOW_RETRY_MS = 8_000

/**
 * Detects that the page is reachable: on `online`, on becoming visible, and by retries with
 * backoff.
 * @param address the page that failed to load
 * @param isSlow its first request is still pending
 * @param failed called when the slow request fails
 * @param reached called once or more
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
  // Messages may have arrived before this script.
  serviceWorker?.startMessages()
}
