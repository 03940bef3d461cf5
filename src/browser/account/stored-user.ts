import type { User } from '../../contract/schemas.ts'
import { stored } from '../../api/storage.ts'
import { storedTokens } from '../../api/tokens.ts'

/** The signed-in person, without loading the session. */
export const storedUser = (): User | undefined =>
  JSON.parse((storedTokens() && stored('UserInfo')) ?? 'null') ?? undefined

/** Address of a sign-up that has not entered its code. */
export function pendingEmail(): string | null {
  const user = storedUser()
  return user?.activated === false ? user.email : null
}
