import { $user } from './user.ts'

/**
 * Whether a person has saved a year of birth in this browser. The server's 0 means both "never set" and "unset on
 * purpose", and only the first opens the screen at the default (`docs/product.md#rules`).
 */
const nameOf = (userId: string) => `BirthYear:${userId}`

export function hasChosenBirthYear(userId: string): boolean {
  try {
    return localStorage.getItem(nameOf(userId)) !== null
  } catch {
    return false
  }
}

export function rememberBirthYear(): void {
  const userId = $user.get()?.userId
  try {
    if (userId) localStorage.setItem(nameOf(userId), 'saved')
  } catch {
    // Without storage the screen opens at the default again.
  }
}
