/** Rejects after `ms`, so that a hanging script fails like a missing one. */
export const withTimeout = <Value>(loading: Promise<Value>, ms = 10_000): Promise<Value> =>
  Promise.race([loading, new Promise<never>((_, reject) => setTimeout(reject, ms))])
