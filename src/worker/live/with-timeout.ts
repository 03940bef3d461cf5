/** Time that a shard may take to accept a reader or a delivery. */
export const SHARD_TIMEOUT_MS = 3_000

/** @throws Error named TimeoutError when the work takes longer than so many milliseconds */
export async function withTimeout<Result>(
  work: Promise<Result>,
  timeoutMs: number,
): Promise<Result> {
  const timeout = new AbortController()
  const late = scheduler.wait(timeoutMs, { signal: timeout.signal }).then(() => {
    throw new DOMException('took too long', 'TimeoutError')
  })
  try {
    return await Promise.race([work, late])
  } finally {
    late.catch(() => undefined)
    timeout.abort()
  }
}
