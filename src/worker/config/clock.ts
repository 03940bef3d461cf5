/** The time of day for everything the worker decides: epoch milliseconds. Tests move it by `CLOCK_OFFSET_MS`. */
export function now(env: Pick<Env, 'CLOCK_OFFSET_MS'>): number {
  return Date.now() + Number(env.CLOCK_OFFSET_MS ?? 0)
}
