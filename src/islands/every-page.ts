import { openDialogsOnDemand } from './dialogs/open-on-demand.ts'
import { startLogoutButton } from '../browser/menu/logout-button.ts'
import { switchLanguageInPlace } from '../browser/menu/language-switch.ts'
import { startPageScripts } from '../browser/every-page/start.ts'

/** The first call of every page's script. */
export function startPage(): void {
  switchLanguageInPlace()
  startLogoutButton()
  openDialogsOnDemand()
  startPageScripts()
}
