/** Failures in a row after which a service is left alone for a while. */
const MOST_FAILURES = 5
/** Milliseconds for which it is. */
const PAUSE = 10_000

/**
 * Keeps an isolate from waiting again and again for a service that does not answer. After a pause one request tries,
 * and the others go on failing at once until it is known how that one ended. Times are epoch milliseconds.
 */
export class Breaker {
  #failures = 0
  #opensAgainAt = 0

  /** Seconds until the service is asked again; 0 lets this request through, as the one that tries where it must. */
  wait(nowMs: number): number {
    if (this.#failures < MOST_FAILURES) return 0
    if (nowMs < this.#opensAgainAt) return Math.ceil((this.#opensAgainAt - nowMs) / 1000)
    this.#opensAgainAt = nowMs + PAUSE
    return 0
  }

  succeed(): void {
    this.#failures = 0
  }

  /** The one that was let through asked nothing after all: where one must try, the next does. */
  leave(): void {
    this.#opensAgainAt = 0
  }

  fail(nowMs: number): void {
    this.#failures++
    this.#opensAgainAt = nowMs + PAUSE
  }
}
