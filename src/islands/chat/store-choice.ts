/**
 * Keeps a choice of this browser, or removes it if empty. Where storage is full or forbidden, the choice holds for the
 * page.
 */
export function storeChoice(key: string, choice: string): void {
  try {
    if (choice) localStorage.setItem(key, choice)
    else localStorage.removeItem(key)
  } catch {
    // The page shows the choice already.
  }
}
