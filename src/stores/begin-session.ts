import { storages } from '../api/storage.ts'
import { storeTokens, type Tokens } from '../api/tokens.ts'

const KEYS = 'AccessToken UpdateToken UserName UserInfo Muted MutedAt UnreadNotices'.split(' ')

export function dropSignIn(): void {
  for (const storage of storages()) for (const key of KEYS) storage.removeItem(key)
}

/**
 * Stores the tokens, in local or session storage, and the user, so that the next page shows the
 * person at once.
 * @param username the registered name, default of `/signup_username`
 */
export async function signIn(
  tokens: Tokens,
  isPersistent: boolean,
  username?: string,
): Promise<void> {
  dropSignIn()
  const storage = isPersistent ? localStorage : sessionStorage
  storeTokens(storage, tokens)
  if (username) storage.setItem('UserName', username)
  // If the session cannot be loaded, the next page loads the user.
  await import('./session-on-demand.ts')
    .then((session) => session.loadUser())
    .then(() => import('./follow-moderation.ts'))
    .then((moderation) => moderation.refreshModeration())
    .catch(() => undefined)
}
