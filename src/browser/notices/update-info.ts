/** The newest release note, told by `dialog.updateInfo.…`: a new note gets a new name. */
const NEWEST = '2026-11-20'
const KEY = 'UpdateInfo'

/** Whether this browser has been here before and has not seen the newest note; asking makes it seen. */
export function isUpdateInfoDue(): boolean {
  const seen = localStorage.getItem(KEY)
  if (seen !== NEWEST) localStorage.setItem(KEY, NEWEST)
  return seen !== null && seen !== NEWEST
}
