type StorageKey =
  | 'AccessToken'
  | 'UpdateToken'
  | 'UserName'
  | 'EmailAddress'
  | 'UserInfo'
  | 'Language'
  | 'Muted'
  /** Epoch milliseconds of the last fetch. */
  | 'MutedAt'
  | 'UnreadNotices'
  | 'CodeSent'
  /** The question whose echo is dismissed or does not exist (`islands/chat/Echo.tsx`). */
  | 'EchoDone'
  /** Of `islands/chat/use-first-since.ts`. */
  | 'LastSeen'

/** Session storage, then local (`docs/product.md#storage-keys`); empty if forbidden. */
export function storages(): Storage[] {
  try {
    return [sessionStorage, localStorage]
  } catch {
    return []
  }
}

export function stored(key: StorageKey): string | null {
  for (const storage of storages()) {
    const value = storage.getItem(key)
    if (value !== null) return value
  }
  return null
}
