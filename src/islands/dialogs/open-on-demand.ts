import { $dialog, closeDialog } from '../../stores/dialog.ts'

/**
 * Loads React and the dialogs when the first one is asked for: by `$dialog`, or by a press on an element with
 * `data-dialog="logout"`. A page without dialogs pays for this listener only.
 */
export function openDialogsOnDemand(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-dialog=logout]'))
      $dialog.set({ name: 'logout' })
  })
  let isLoading = false
  const stop = $dialog.subscribe((request) => {
    if (!request || isLoading) return
    isLoading = true
    loadDialogs()
      .then(({ showDialogs }) => {
        stop()
        showDialogs()
      })
      // Without a connection: the next press tries again.
      .catch(() => {
        isLoading = false
        closeDialog()
      })
  })
}

/** For who is about to need one: a guest at the composer does not wait for it after React. */
export const loadDialogs = () => import('./show.tsx')
