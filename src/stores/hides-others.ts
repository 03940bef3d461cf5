import { serverNow } from '../api/server-clock.ts'
import { $user, storeUser, type StoredUser } from './user.ts'

/**
 * Hides other people's answers until the person has posted (opt-in,
 * `docs/product.md#own-words-first`).
 */
export const hidesOthers = (user: StoredUser | undefined): boolean =>
  user?.aloneFrom !== undefined && serverNow() >= user.aloneFrom

/**
 * Shows other people's answers in this browser until the day ends.
 * @param dayEnd epoch milliseconds
 */
export function showOthers(dayEnd: number): void {
  const user = $user.get()
  if (user?.aloneFrom !== undefined && user.aloneFrom < dayEnd)
    storeUser({ ...user, aloneFrom: dayEnd })
}
