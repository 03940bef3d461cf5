import { isSuspended, isBanned } from '../../db/suspension.ts'
import { ServiceError } from '../../http/service.ts'
import type { SignIn } from '../../identity/sign-in-headers.ts'

/** The state of an account that decides whether its authenticated owner may sign in. */
export interface AccountState {
  activated_at: number | null
  removed_at: number | null
  /** 1 while a pause or a ban is running, and while a ban is. */
  suspended: number
  banned: number
}

/** Columns of a `AccountState` in a query on `user`; `?2` is now in epoch milliseconds. */
export const ACCOUNT_STATE = `user.activated_at, user.removed_at,
  ${isSuspended('?2')} AS suspended,
  ${isBanned('?2')} AS banned`

/**
 * Call it only after authentication, because the error reveals the account's state. A suspended person may sign in for
 * what access `author` admits (`docs/product.md#notices-and-appeals`).
 * @throws ServiceError userRemoved, userBanned, userTemporarilyBanned, userNotActivated
 */
export function requireActiveAccount(
  person: AccountState,
  { admitsSuspended }: Pick<SignIn, 'admitsSuspended'>,
): void {
  if (person.removed_at !== null) throw new ServiceError('userRemoved')
  if (person.suspended && !admitsSuspended)
    throw new ServiceError(person.banned ? 'userBanned' : 'userTemporarilyBanned')
  if (person.activated_at === null) throw new ServiceError('userNotActivated')
}
