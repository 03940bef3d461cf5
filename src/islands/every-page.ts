import { openDialogsOnDemand } from './dialogs/open-on-demand.ts'
import { startPageScripts } from '../browser/every-page/start.ts'
import { withTimeout } from '../domain/with-timeout.ts'

export function startPage(): void {
  startLanguageLinks()
  openDialogsOnDemand()
  startPageScripts()
}

const LOAD_TIMEOUT_MS = 2_000

function startLanguageLinks(): void {
  document.addEventListener('click', (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey } = event
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-language]')
    if (!link || button !== 0 || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    withTimeout(import('../browser/menu/language-switch.ts'), LOAD_TIMEOUT_MS).then(
      (script) => script.switchLanguage(link),
      () => location.assign(link.pathname + (link.search || location.search) + location.hash),
    )
  })
}
