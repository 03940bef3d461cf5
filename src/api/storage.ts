/** The browser's storage (`docs/product.md#storage-keys`). */
type StorageKey =
  | 'AccessToken'
  | 'UpdateToken'
  | 'UserName'
  | 'EmailAddress'
  | 'UserInfo'
  | 'Language'
  /** Of `stores/mute.ts`, and when it was read from the server, epoch milliseconds. */
  | 'Muted'
  | 'MutedAt'
  /** Of `stores/follow-moderation.ts`. */
  | 'UnreadNotices'
  /** Of `islands/chat/Echo.tsx`: the question whose echo is not shown any more, or that has none. */
  | 'EchoDone'
  /** Of `islands/chat/use-first-since.ts`. */
  | 'LastSeen'

/** Session storage first, then local (`docs/product.md#storage-keys`); none where the browser forbids them. */
export function storages(): Storage[] {
  try {
    return [sessionStorage, localStorage]
  } catch {
    return []
  }
}

/** The value in the first storage that has one. */
export function stored(key: StorageKey): string | null {
  for (const storage of storages()) {
    const value = storage.getItem(key)
    if (value !== null) return value
  }
  return null
}
