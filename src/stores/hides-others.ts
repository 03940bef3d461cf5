import { serverNow } from '../api/server-clock.ts'
import { $user, storeUser, type StoredUser } from './user.ts'

/** Others' answers of the day wait for the person's own, where they chose so (`docs/product.md#own-words-first`). */

/** Whether others' answers are covered now. */
export const hidesOthers = (user: StoredUser | undefined): boolean =>
  user?.aloneFrom !== undefined && serverNow() >= user.aloneFrom

/**
 * Shows them for the rest of the day, in this browser.
 * @param dayEnd end of the question's day, epoch milliseconds: the answers of the next question wait again
 */
export function showOthers(dayEnd: number): void {
  const user = $user.get()
  if (user?.aloneFrom !== undefined && user.aloneFrom < dayEnd)
    storeUser({ ...user, aloneFrom: dayEnd })
}
