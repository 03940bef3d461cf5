import { showLoadFailure } from '../../browser/dialogs/load-failure.ts'
import { loadStyles } from '../../browser/dialogs/on-demand-styles.ts'
import { $dialog, closeDialog } from '../../stores/dialog.ts'

/** Opened by the page itself: a failure to load them needs no message. */
const UNASKED = new Set(['feedback', 'updateInfo'])

/** Loads React and the dialogs when `$dialog` asks for the first one. Styles that failed are tried again for the next. */
export function openDialogsOnDemand(): void {
  let isLoading = false
  $dialog.subscribe((request) => {
    if (!request || request.name === 'loginRequired') return
    void loadStyles()
    if (isLoading) return
    isLoading = true
    import('./show.tsx')
      .then((script) => script.showDialogs())
      .catch(() => {
        // The next request tries again.
        isLoading = false
        if ($dialog.get() !== request) return
        closeDialog()
        if (!UNASKED.has(request.name)) showLoadFailure()
      })
  })
}
