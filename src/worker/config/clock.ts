/**
 * Current time for all decisions, epoch milliseconds. Not part of `config`: tests change `CLOCK_OFFSET_MS` while the
 * worker runs.
 */
export function now(env: object): number {
  return Date.now() + (Number((env as { CLOCK_OFFSET_MS?: string }).CLOCK_OFFSET_MS) || 0)
}
