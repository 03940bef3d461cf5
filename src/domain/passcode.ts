import { MINUTE_MS } from './durations.ts'

/** Six-digit codes sent by email (`docs/product.md#codes`). */
export const PASSCODE_LENGTH = 6
/** A code is valid for ten minutes. */
export const PASSCODE_LIFETIME_MS = 10 * MINUTE_MS
/** Wrong attempts after which a passcode is exhausted. */
export const MAX_PASSCODE_ATTEMPTS = 5

/** The code-purpose enumeration of `docs/product.md#codes`. */
export const passcodePurpose = { activation: 1, passwordReset: 2, accountDeletion: 3 } as const
export type PasscodePurpose = (typeof passcodePurpose)[keyof typeof passcodePurpose]

const PASSCODE = /^[0-9]{6}$/

export function isPasscode(text: string): boolean {
  return PASSCODE.test(text)
}

/** The digits of a typed or pasted text, full-width ones included, at most six. */
export function passcodeDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^0-9]/g, '')
    .slice(0, PASSCODE_LENGTH)
}
