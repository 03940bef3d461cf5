/** Failures in a row that open the circuit. */
const MAX_FAILURES = 5
/** Time for which it stays open before a probe is admitted. */
const OPEN_MS = 10_000

/** An admitted request: `isProbe` when it decides whether an open circuit closes. */
export interface Admission {
  readonly isProbe: boolean
}

/**
 * Circuit breaker: keeps an isolate from waiting again and again for a service that does not respond. While it is
 * open one request at a time is admitted as the half-open probe; the others fail at once. Times are epoch
 * milliseconds.
 */
export class CircuitBreaker {
  #failures = 0
  #retryAt = 0
  #probe: Admission | undefined

  /** Admits the request, or returns the seconds until the next one may be admitted. */
  admit(nowMs: number): Admission | number {
    if (this.#failures < MAX_FAILURES) return { isProbe: false }
    if (nowMs < this.#retryAt) return Math.ceil((this.#retryAt - nowMs) / 1000)
    // A probe that never reports, because its request was cancelled, is replaced after the pause.
    this.#retryAt = nowMs + OPEN_MS
    return (this.#probe = { isProbe: true })
  }

  succeed(): void {
    this.#failures = 0
  }

  /** The request never asked the service: when it was the probe, the next request becomes the probe. */
  release(admission: Admission): void {
    if (admission === this.#probe) this.#retryAt = 0
  }

  fail(nowMs: number): void {
    this.#failures++
    this.#retryAt = nowMs + OPEN_MS
  }
}
