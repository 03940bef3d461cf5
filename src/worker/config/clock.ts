import { config } from './config.ts'

/** The time for every decision of the worker, in epoch milliseconds. Tests move it by `CLOCK_OFFSET_MS`. */
export function now(env: Env): number {
  return Date.now() + config(env).clockOffsetMs
}
