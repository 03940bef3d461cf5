/** The newest release note, told by `dialog.updateInfo.text`: a new note gets a new date. */
export const RELEASE_NOTE = '2026-11-20'
const KEY = 'UpdateInfo'

/** Marks a note or an announcement, and all before it, as shown in this browser. */
export function markShown(note: string): void {
  localStorage.setItem(KEY, note)
}

/**
 * What this browser has not been shown yet (`docs/product.md#announcements`): the release note or the current
 * announcement, whichever is newer. Nothing at the first visit. An announcement is marked when its text is there.
 * @param announced start of the current announcement, ISO 8601
 */
export function dueUpdateInfo(announced = ''): string | undefined {
  const newest = announced > RELEASE_NOTE ? announced : RELEASE_NOTE
  const shown = localStorage.getItem(KEY)
  if (shown && shown >= newest) return undefined
  if (!shown || newest === RELEASE_NOTE) markShown(newest)
  return shown ? newest : undefined
}
