/**
 * The time for every decision of the worker, in epoch milliseconds. Tests move it by `CLOCK_OFFSET_MS`, also while the
 * worker runs, so it is no part of `config`.
 */
export function now(env: object): number {
  return Date.now() + (Number((env as { CLOCK_OFFSET_MS?: string }).CLOCK_OFFSET_MS) || 0)
}
