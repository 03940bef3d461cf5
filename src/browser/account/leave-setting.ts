import { isLanguageSwitch } from '../typed-text.ts'
import { leaveNotice } from '../every-page/leave-notice.ts'
import { goBack } from './entry.ts'

const MENU = '/account_settings'

/** Goes back, where the notice is shown and the setting's row focused. */
export function leaveSetting(text: string, setting: string): void {
  leaveNotice(text, {
    setting,
    focusVisible: document.activeElement?.matches(':focus-visible'),
  })
  // The previous history entry is this page in the other language.
  if (isLanguageSwitch) location.replace(MENU)
  else goBack(MENU)
}
