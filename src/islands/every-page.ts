import { openDialogsOnDemand } from './dialogs/open-on-demand.ts'
import { startLanguageLinks } from '../browser/menu/language-links.ts'
import { startPageScripts } from '../browser/every-page/start.ts'

export function startPage(): void {
  startLanguageLinks()
  openDialogsOnDemand()
  startPageScripts()
}
