/** Time that a shard may take to accept a reader or a delivery. */
const SHARD_TIMEOUT_MS = 3_000

/** @throws Error named TimeoutError when the work of a shard takes too long */
export async function withShardTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const timeout = new AbortController()
  const late = scheduler.wait(SHARD_TIMEOUT_MS, { signal: timeout.signal }).then(() => {
    throw new DOMException('took too long', 'TimeoutError')
  })
  try {
    return await Promise.race([work, late])
  } finally {
    late.catch(() => undefined)
    timeout.abort()
  }
}
