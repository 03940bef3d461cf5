import { stored } from '../api/storage.ts'
import { whenIdle } from '../browser/reading/when-idle.ts'
import { startPage } from './every-page.ts'

export function startReadingPage(): void {
  startPage()
  const menu = document.getElementById('menu')
  const untouched = new AbortController()
  const complete = () => {
    untouched.abort()
    // Without it the menu still opens and closes.
    import('../browser/menu/side-menu.ts').then(
      (script) => script.completeMenu(menu!),
      () => {},
    )
  }
  if (menu)
    for (const type of ['pointerover', 'keydown']) addEventListener(type, complete, untouched)
  // Tokens without user info: an earlier fetch of the user failed.
  if (!('person' in document.documentElement.dataset) && !stored('AccessToken')) return
  whenIdle(() => {
    // Without it the page shows the stored user.
    import('../stores/follow-moderation.ts').then(
      (script) => script.followModeration(),
      () => {},
    )
  })
}
