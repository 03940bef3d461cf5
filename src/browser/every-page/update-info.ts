/** Date of the newest release note, whose text is `dialog.updateInfo.text`: a new note gets a new date. */
const RELEASE_NOTE = '2026-11-20'
const KEY = 'UpdateInfo'

/**
 * Whether this browser has been here before and has not seen the newest of release note and announcement
 * (`docs/product.md#announcements`); asking makes it seen, and the dialog shows what is stored.
 * @param announced start of the current announcement, ISO 8601
 */
export function isUpdateInfoDue(announced: string | undefined): boolean {
  const newest = announced && announced > RELEASE_NOTE ? announced : RELEASE_NOTE
  const seen = localStorage.getItem(KEY)
  // At the first visit `seen` is null, which is not greater than any text.
  if (seen! >= newest) return false
  localStorage.setItem(KEY, newest)
  return !!seen
}
