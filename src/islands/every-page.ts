import { openDialogsOnDemand } from './dialogs/open-on-demand.ts'
import { startLogoutButton } from '../browser/menu/log-out-button.ts'
import { switchLanguageInPlace } from '../browser/menu/language-switch.ts'
import { startNotices } from '../browser/notices/start.ts'

/** The first call of every page's script. */
export function startPage(): void {
  switchLanguageInPlace()
  startLogoutButton()
  openDialogsOnDemand()
  startNotices()
}
