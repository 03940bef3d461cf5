/** Rejects after `ms`: a script that hangs on a bad network fails like one that cannot be loaded. */
export const withTimeout = <Value>(loading: Promise<Value>, ms = 10_000): Promise<Value> =>
  Promise.race([loading, new Promise<never>((_, reject) => setTimeout(reject, ms))])
