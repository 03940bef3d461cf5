import { storages } from '../api/storage.ts'
import { storeTokens, type Tokens } from '../api/tokens.ts'

export function dropSignIn(): void {
  for (const storage of storages()) {
    storage.removeItem('AccessToken')
    storage.removeItem('UpdateToken')
    storage.removeItem('UserName')
    storage.removeItem('UserInfo')
    storage.removeItem('Muted')
    storage.removeItem('MutedAt')
    storage.removeItem('UnreadNotices')
  }
}

/**
 * Stores the tokens, in local or session storage.
 * @param username the registered name, default of `/signup_username`
 */
function storeSignIn(tokens: Tokens, isPersistent: boolean, username?: string): void {
  dropSignIn()
  const storage = isPersistent ? localStorage : sessionStorage
  storeTokens(storage, tokens)
  if (username) storage.setItem('UserName', username)
}

/** Stores the tokens and the user, so that the next page shows the person at once. */
export async function signIn(
  tokens: Tokens,
  isPersistent: boolean,
  username?: string,
): Promise<void> {
  storeSignIn(tokens, isPersistent, username)
  // If the session cannot be loaded, the next page loads the user.
  await import('./session-on-demand.ts')
    .then((session) => session.loadUser())
    .then(() => import('./follow-moderation.ts'))
    .then((moderation) => moderation.refreshModeration())
    .catch(() => undefined)
}
