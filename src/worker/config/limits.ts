import { callLimits } from '../../contract/contract.ts'

/** Every limit with its production default: those of calls are beside the call in `src/contract`; `LIMITS=raised` multiplies them all (`docs/product.md#envelopes`). */
export const limitDefaults = {
  ...callLimits,
  passwordHashesQueued: 4,
  remindersPerRun: 2500,
  publicReadsPerMinute: 1200,
  readersPerQuestion: 192_000,
}

export type LimitName = keyof typeof limitDefaults
export type Limits = Readonly<Record<LimitName, number>>

/** The factor of `LIMITS=raised`. */
export const RAISED_FACTOR = 10_000

export const limitNames = Object.keys(limitDefaults) as LimitName[]

/** The variable that sets a limit: `LIMIT_CODE_SENDS_PER_DAY`. */
export function limitVariable(name: LimitName): string {
  return `LIMIT_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`
}
