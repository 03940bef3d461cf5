import { showLoadFailure } from '../../browser/dialogs/load-failure.ts'
import { loadStyles } from '../../browser/dialogs/on-demand-styles.ts'
import { whenIdle } from '../../browser/reading/when-idle.ts'
import { $dialog, closeDialog } from '../../stores/dialog.ts'

/** Opened by the page itself: fail silently. */
const UNASKED = new Set(['feedback', 'updateInfo'])

let showing: Promise<void> | undefined

/** Loads React and the dialogs once; retries after a failure. */
function showDialogs(): Promise<void> {
  showing ??= import('./DialogHost.tsx')
    .then((script) => script.showDialogs())
    .catch((error: unknown) => {
      showing = undefined
      throw error
    })
  return showing
}

/** Loads the dialogs on the first `$dialog`; failed styles are retried on the next. */
export function openDialogsOnDemand(): void {
  $dialog.subscribe((request) => {
    if (!request) return
    void loadStyles()
    showDialogs().catch(() => {
      if ($dialog.get() !== request) return
      closeDialog()
      if (!UNASKED.has(request.name)) showLoadFailure()
    })
  })
  const logout = document.querySelector('[data-logout]')
  // After the menu has closed, so that the focus returns to its button.
  logout?.addEventListener('click', () => setTimeout(() => $dialog.set({ name: 'logout' })))
  if (!document.querySelector('#menu')) return
  // Preloads the log out, which works offline.
  whenIdle(() => {
    if ('person' in document.documentElement.dataset) showDialogs().catch(() => {})
  })
}
