/** Milliseconds until the first and the last further try. */
const FIRST_PAUSE = 3_000
const LAST_PAUSE = 60_000
/** Milliseconds after which a slow answer is asked after: a browser may have ended the service worker that waits for it. */
const SLOW_PAUSE = 8_000

/**
 * Finds out that the page can be reached: when the browser says that it is online, when somebody looks at the page
 * again, and now and then while it is in sight. A late answer to a slow request is told by the service worker.
 * @param address what could not be reached
 * @param isSlow its first request is still under way
 * @param failed the slow request has failed after all
 * @param reached called once or more often
 */
export function reconnect(
  address: string,
  isSlow: boolean,
  { failed, reached }: Record<'failed' | 'reached', () => void>,
): void {
  let pause = FIRST_PAUSE
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false

  const ask = async () => {
    clearTimeout(timer)
    if (isAsking || document.hidden) return
    isAsking = true
    const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(
      () => undefined,
    )
    isAsking = false
    if (answer) return reached()
    timer = setTimeout(() => void ask(), pause)
    pause = Math.min(pause * 2, LAST_PAUSE)
  }

  addEventListener('online', () => void ask())
  document.addEventListener('visibilitychange', () => void ask())
  timer = setTimeout(() => void ask(), isSlow ? SLOW_PAUSE : pause)
  const { serviceWorker } = navigator
  serviceWorker?.addEventListener('message', ({ data }) => {
    if (data === 'arrived') return reached()
    failed()
    void ask()
  })
  // Told before this script was there.
  serviceWorker?.startMessages()
}
