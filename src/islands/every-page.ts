import { openDialogsOnDemand } from './dialogs/open-on-demand.ts'
import { switchLanguageInPlace } from '../browser/menu/language-switch.ts'
import { startNotices } from '../browser/notices/start.ts'

/** What every page's one script begins with; whatever else a page needs stands beside this call. */
export function startPage(): void {
  switchLanguageInPlace()
  openDialogsOnDemand()
  startNotices()
}
