import { storages } from '../api/storage.ts'
import { storeTokens, type Tokens } from '../api/tokens.ts'

/** Removes what an earlier sign-in left. */
export function dropSignIn(): void {
  for (const storage of storages()) {
    for (const key of [
      'AccessToken',
      'UpdateToken',
      'UserName',
      'UserInfo',
      'Muted',
      'MutedAt',
      'UnreadNotices',
    ])
      storage.removeItem(key)
  }
}

/**
 * Stores a sign-in's tokens: for good, or for this tab only. What an earlier sign-in left is replaced.
 * @param username the name that registering gave, shown as the default by `/signup_username`
 */
function storeSignIn(tokens: Tokens, isPersistent: boolean, username?: string): void {
  dropSignIn()
  const storage = isPersistent ? localStorage : sessionStorage
  storeTokens(storage, tokens)
  if (username) storage.setItem('UserName', username)
}

/** Stores the tokens and the user whom they name, so that the next page shows who is signed in at once. */
export async function signIn(
  tokens: Tokens,
  isPersistent: boolean,
  username?: string,
): Promise<void> {
  storeSignIn(tokens, isPersistent, username)
  // When the session cannot be loaded, the next page finds the tokens and reads the person.
  await import('./session-on-demand.ts')
    .then((session) => session.loadUser())
    .then(() => import('./follow-moderation.ts'))
    .then((moderation) => moderation.refreshModeration())
    .catch(() => undefined)
}
