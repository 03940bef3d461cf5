import { openDialogsOnDemand } from './dialogs/open-on-demand.ts'
import { switchLanguageInPlace } from './menu/language-switch.ts'
import './notices/start.ts'

// What every page's one script begins with; whatever else a page needs stands beside this import.
switchLanguageInPlace()
openDialogsOnDemand()
