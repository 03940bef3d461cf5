/** The newest release note, told by `dialog.updateInfo.text`: a new note gets a new date. */
export const RELEASE_NOTE = '2026-11-20'
const KEY = 'UpdateInfo'

/**
 * What this browser has not been shown yet (`docs/product.md#announcements`): the release note or the current
 * announcement, whichever is newer. Nothing at the first visit; asking makes it seen.
 * @param announced start of the current announcement, ISO 8601
 */
export function dueUpdateInfo(announced = ''): string | null | undefined {
  const newest = announced > RELEASE_NOTE ? announced : RELEASE_NOTE
  const seen = localStorage.getItem(KEY)
  if (seen && seen >= newest) return undefined
  localStorage.setItem(KEY, newest)
  return seen && newest
}

/** An announcement that could not be read is due again on a later page. */
export function forgetAnnouncements(): void {
  localStorage.setItem(KEY, RELEASE_NOTE)
}
