import type { User } from '../../contract/schemas.ts'
import { stored } from '../../api/storage.ts'
import { storedTokens } from '../../api/tokens.ts'

/** The signed-in person, for pages that do not load the session. */
export function storedUser(): User | undefined {
  try {
    return JSON.parse((storedTokens() && stored('UserInfo')) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** The address of a person who has signed up and has not entered the code. */
export function pendingEmail(): string | null {
  const user = storedUser()
  return user?.activated === false ? user.email : null
}
