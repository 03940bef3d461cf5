import { callLimits } from '../../contract/contract.ts'

/**
 * Production defaults; limits of calls are in `src/contract`. `LIMITS=raised` multiplies all
 * (`docs/product.md#envelopes`).
 */
export const limitDefaults = {
  ...callLimits,
  passwordHashesQueued: 4,
  remindersPerRun: 2500,
  publicReadsPerMinute: 1200,
  readersPerQuestion: 192_000,
}

export type LimitName = keyof typeof limitDefaults
export type Limits = Readonly<Record<LimitName, number>>

export const RAISED_FACTOR = 10_000

export const limitNames = Object.keys(limitDefaults) as LimitName[]

export function limitVariable(name: LimitName): string {
  return `LIMIT_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`
}
