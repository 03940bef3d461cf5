import { isLanguageSwitch } from '../typed-text.ts'
import { leaveNotice } from '../every-page/leave-notice.ts'
import { goBack } from './entry.ts'

const MENU = '/account_settings'

/** Goes back one page, which shows the notice and focuses the setting's row (`docs/product.md#sessions`). */
export function leaveSetting(text: string, setting: string): void {
  leaveNotice(text, setting)
  // The page before is this one in the other language.
  if (isLanguageSwitch) location.replace(MENU)
  else goBack(MENU)
}
