/** Date of the release note `dialog.updateInfo.text`; a new note needs a new date. */
const RELEASE_NOTE = '2026-11-20'
const KEY = 'UpdateInfo'

/**
 * Whether a returning browser has a new release note or announcement
 * (`docs/product.md#announcements`). Marks it as seen.
 * @param announced start of the announcement, ISO 8601
 */
export function isUpdateInfoDue(announced: string | undefined): boolean {
  const newest = announced && announced > RELEASE_NOTE ? announced : RELEASE_NOTE
  const seen = localStorage.getItem(KEY)
  // `seen` is null on the first visit; null >= text is false.
  if (seen! >= newest) return false
  localStorage.setItem(KEY, newest)
  return !!seen
}
