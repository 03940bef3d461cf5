import { MINUTE_MS } from '../domain/durations.ts'

/**
 * How often a call may be made; beyond it the response is 403 / -1021 with `Retry-After`. Calls that name the same limit
 * count together.
 */
export type Limit = {
  /** The default of its variable: `LIMIT_POSTS_PER_MINUTE`. */
  max: number
} & (
  | {
      /** What `createService` counts by before the handler runs: the connection's network, or the caller. */
      by: 'network' | 'person'
      windowMs: number
      /** Counted in each isolate's memory, without a query; only for windows of a minute. */
      isCoarse?: true
    }
  /** Counted below the handler, where the account or the need for it is known. */
  | { by: 'handler' }
)

/** Sending a code or a link, for each email address. */
export const codeSends = {
  codeSendsPerMinute: { max: 1, by: 'handler' },
  codeSendsPerDay: { max: 10, by: 'handler' },
} as const

/** Entering a code, for each email address. */
export const codeGuesses = {
  codeGuessesPerDay: { max: 25, by: 'handler' },
  codeFailuresInARow: { max: 100, by: 'handler' },
} as const

/** Wrong passwords, for each email address and each network; a right one is not counted. */
export const signInFailures = {
  signInFailuresPerQuarterHour: { max: 10, by: 'handler' },
} as const

/** Posts and suggestions. */
export const posts = {
  postsPerMinute: { max: 20, by: 'network', windowMs: MINUTE_MS, isCoarse: true },
} as const
