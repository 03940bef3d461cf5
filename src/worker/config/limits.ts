/** Every limit with its production default; `LIMITS=raised` multiplies them all (`docs/product.md#envelopes`). */
export const limitDefaults = {
  signInFailuresPerQuarterHour: 10,
  passwordHashesQueued: 4,
  registrationsPerHour: 20,
  codeSendsPerMinute: 1,
  codeSendsPerDay: 10,
  codeGuessesPerDay: 25,
  codeFailuresInARow: 100,
  availabilityChecksPerMinute: 10,
  availabilityChecksPerDay: 100,
  vitalsPerMinute: 30,
  reportsPerHour: 20,
  postsPerMinute: 20,
  translationsPerHour: 20,
  reminderTokensPerMinute: 600,
  remindersPerRun: 2500,
  publicReadsPerMinute: 1200,
  socketsPerMinute: 600,
  readersPerQuestion: 192_000,
} as const

export type LimitName = keyof typeof limitDefaults
export type Limits = Readonly<Record<LimitName, number>>

/** The factor of `LIMITS=raised`. */
export const RAISED_FACTOR = 10_000

export const limitNames = Object.keys(limitDefaults) as LimitName[]

/** The variable that sets a limit: `LIMIT_CODE_SENDS_PER_DAY`. */
export function limitVariable(name: LimitName): string {
  return `LIMIT_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`
}
