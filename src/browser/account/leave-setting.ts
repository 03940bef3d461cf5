import { isLanguageSwitch } from '../typed-text.ts'
import { leaveNotice } from '../every-page/leave-notice.ts'
import { goBack } from './entry.ts'

const MENU = '/account_settings'

/** Goes back, where the notice is shown and the setting's row focused. */
export function leaveSetting(text: string, setting: string): void {
  const focusVisible = document.activeElement?.matches(':focus-visible')
  leaveNotice(text, { setting, focusVisible })
  // A switch of the language hides where this page was opened from.
  if (isLanguageSwitch) location.replace(MENU)
  else goBack(MENU)
}
