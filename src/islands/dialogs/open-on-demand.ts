import { showLoadFailure } from '../../browser/dialogs/load-failure.ts'
import { loadStyles } from '../../browser/dialogs/on-demand-styles.ts'
import { $dialog, closeDialog } from '../../stores/dialog.ts'

/** Opened by the page itself: a failure to load them needs no message. */
const UNASKED = new Set(['feedback', 'updateInfo'])

/** Loads React and the dialogs when `$dialog` asks for the first one. */
export function openDialogsOnDemand(): void {
  let isLoading = false
  const stop = $dialog.subscribe((request) => {
    if (!request || isLoading) return
    isLoading = true
    loadDialogs()
      .then((script) => script.showDialogs())
      .then(stop)
      .catch(() => {
        // The next request tries again.
        isLoading = false
        closeDialog()
        if (!UNASKED.has(request.name)) showLoadFailure()
      })
  })
}

/** Loads the dialogs ahead of a request that is about to come. */
export function loadDialogs() {
  void loadStyles()
  return import('./show.tsx')
}
