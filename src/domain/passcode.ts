import { MINUTE_MS } from './durations.ts'

export const PASSCODE_LENGTH = 6
export const PASSCODE_LIFETIME_MS = 10 * MINUTE_MS
export const MAX_PASSCODE_ATTEMPTS = 5

/** Source: `docs/product.md#codes`. */
export const passcodePurpose = { activation: 1, passwordReset: 2, accountDeletion: 3 } as const
export type PasscodePurpose = (typeof passcodePurpose)[keyof typeof passcodePurpose]

const PASSCODE = /^[0-9]{6}$/

export function isPasscode(text: string): boolean {
  return PASSCODE.test(text)
}
