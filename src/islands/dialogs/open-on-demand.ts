import { $dialog } from '../../stores/dialog.ts'

/**
 * Loads React and the dialogs when the first one is asked for: by `$dialog`, or by a press on an element with
 * `data-dialog`. A page without dialogs pays for this listener only.
 */
export function openDialogsOnDemand(): void {
  document.addEventListener('click', ({ target }) => {
    const asked = target instanceof Element && target.closest<HTMLElement>('[data-dialog]')
    if (asked && asked.dataset['dialog'] === 'logout') $dialog.set({ name: 'logout' })
  })
  const stop = $dialog.subscribe((request) => {
    if (!request) return
    queueMicrotask(() => stop())
    void loadDialogs().then(({ showDialogs }) => showDialogs())
  })
}

/** For who is about to need one: a guest at the composer does not wait for it after React. */
export const loadDialogs = () => import('./show.tsx')
