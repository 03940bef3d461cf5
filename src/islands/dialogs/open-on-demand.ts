import { showLoadFailure } from '../../browser/dialogs/load-failure.ts'
import { loadStyles } from '../../browser/dialogs/on-demand-styles.ts'
import { $dialog, closeDialog } from '../../stores/dialog.ts'

/** Opened by the page itself: a failure to load them needs no message. */
const UNASKED = new Set(['feedback', 'updateInfo'])

/** Loads React and the dialogs when `$dialog` asks for the first one. */
export function openDialogsOnDemand(): void {
  let isLoading = false
  const stop = $dialog.subscribe((request) => {
    if (!request || request.name === 'loginRequired' || isLoading) return
    isLoading = true
    void loadStyles()
    import('./show.tsx')
      .then((script) => script.showDialogs())
      .then(stop)
      .catch(() => {
        // The next request tries again.
        isLoading = false
        if ($dialog.get() !== request) return
        closeDialog()
        if (!UNASKED.has(request.name)) showLoadFailure()
      })
  })
}
