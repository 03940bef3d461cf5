/** Session storage, then local (`docs/product.md#storage-keys`); empty if forbidden. */
export function storages(): Storage[] {
  try {
    return [sessionStorage, localStorage]
  } catch {
    return []
  }
}

export function stored(key: string): string | null {
  for (const storage of storages()) {
    const value = storage.getItem(key)
    if (value !== null) return value
  }
  return null
}
