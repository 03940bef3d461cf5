import { showLoadFailure } from '../../browser/dialogs/load-failure.ts'
import { whenIdle } from '../../browser/reading/when-idle.ts'
import { $dialog, closeDialog } from '../../stores/dialog.ts'

const showDialogs = () => import('./DialogHost.tsx').then((script) => script.showDialogs())

/** Loads the dialogs on the first `$dialog`; what failed is retried on the next. */
export function openDialogsOnDemand(): void {
  $dialog.subscribe((request) => {
    if (!request) return
    showDialogs().catch(() => {
      if ($dialog.get() !== request) return
      closeDialog()
      // What the page itself opened fails silently.
      if (!['feedback', 'updateInfo'].includes(request.name)) showLoadFailure()
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
