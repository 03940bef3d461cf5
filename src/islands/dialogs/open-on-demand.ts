import { showLoadFailure } from '../../browser/dialogs/load-failure.ts'
import { loadStyles } from '../../browser/dialogs/on-demand-styles.ts'
import { whenIdle } from '../../browser/reading/when-idle.ts'
import { $dialog, closeDialog } from '../../stores/dialog.ts'

/** Opened by the page itself: a failure to load them needs no message. */
const UNASKED = new Set(['feedback', 'updateInfo'])

let showing: Promise<void> | undefined

/** Loads React and the dialogs, once; after a failure the next call tries again. */
function showDialogs(): Promise<void> {
  showing ??= import('./show.tsx')
    .then((script) => script.showDialogs())
    .catch((error: unknown) => {
      showing = undefined
      throw error
    })
  return showing
}

/** Loads the dialogs when `$dialog` asks for the first one. Styles that failed are tried again for the next. */
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
  if (!logout) return
  // After the menu has closed, so that the dialog gives the focus back to what opened the menu.
  logout.addEventListener('click', () => setTimeout(() => $dialog.set({ name: 'logout' })))
  // Logging out works without a connection.
  whenIdle(() => {
    if ('person' in document.documentElement.dataset) showDialogs().catch(() => {})
  })
}
