/** Every limit with its production figure; `LIMITS=raised` multiplies them all (`contract.md` Envelopes). */
export const limits = {
  signInFailuresPerQuarterHour: 10,
  passwordHashesQueued: 4,
  registrationsPerHour: 20,
  codeSendsPerMinute: 1,
  codeSendsPerDay: 10,
  codeGuessesPerDay: 25,
  codeFailuresInARow: 100,
  availabilityChecksPerMinute: 10,
  availabilityChecksPerDay: 100,
  reportsPerMinute: 30,
} as const

export type LimitName = keyof typeof limits

/** The variable by which a deployment sets a limit: `LIMIT_CODE_SENDS_PER_DAY`. */
export function limitVariable(name: LimitName): string {
  return `LIMIT_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`
}

export const limitVariables: readonly string[] = (Object.keys(limits) as LimitName[]).map((name) =>
  limitVariable(name),
)
