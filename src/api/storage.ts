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

/**
 * Keeps a choice of this browser, or removes it if empty. Where storage is full or forbidden, the choice holds for the
 * page.
 */
export function storeChoice(key: string, choice: string, storage = storages().at(-1)): void {
  try {
    storage?.setItem(key, choice)
    if (!choice) storage?.removeItem(key)
  } catch {
    // The page shows the choice already.
  }
}
