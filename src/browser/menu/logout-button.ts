import { showLoadFailure } from '../dialogs/load-failure.ts'
import { loadStyles } from '../dialogs/on-demand-styles.ts'
import { whenIdle } from '../reading/when-idle.ts'

const load = async () => (await Promise.all([import('./logout.ts'), loadStyles()]))[0]

/** Loads what the menu's logout button needs ahead of the press: logging out works without a connection. */
export function startLogoutButton(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#logout')
  if (!dialog) return
  whenIdle(() => {
    if ('person' in document.documentElement.dataset) load().catch(() => {})
  })
  document.querySelector('[data-logout]')?.addEventListener('click', () => {
    load()
      .then(({ openLogoutDialog }) => openLogoutDialog(dialog))
      .catch(showLoadFailure)
  })
}
