import type { Translate } from '../../i18n/translate.ts'
import { $dialog, closeDialog, type DialogRequest } from '../../stores/dialog.ts'
import { loadStyles } from './on-demand-styles.ts'
import { openModal } from './open-modal.ts'

/**
 * Opens the dialog that leads to the login screen and from there back to this page. It is the response to a guest's
 * first touch of the composer, so it does not wait for React as the other dialogs do.
 */
export async function showLoginRequired(t: Translate): Promise<void> {
  const request: DialogRequest = { name: 'loginRequired' }
  $dialog.set(request)
  await loadStyles()
  if ($dialog.get() !== request) return
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog'
  dialog.setAttribute('closedby', 'any')
  dialog.setAttribute('aria-labelledby', 'login-required')
  const title = add(dialog, 'h2', t('dialog.loginRequired.title'))
  title.id = 'login-required'
  add(dialog, 'p', t('dialog.loginRequired.text'))
  const actions = add(dialog, 'div', '')
  actions.className = 'dialog-actions'
  const cancel = add(actions, 'button', t('dialog.cancel'))
  cancel.type = 'button'
  cancel.className = 'button button-quiet'
  cancel.addEventListener('click', closeDialog)
  const signup = add(actions, 'a', t('dialog.loginRequired.signup'))
  signup.className = 'button button-quiet'
  signup.href = '/signup'
  const login = add(actions, 'a', t('dialog.loginRequired.login'))
  login.className = 'button'
  const next = location.pathname + location.search
  login.href = `/login?${new URLSearchParams({ next })}`
  dialog.addEventListener('close', () => {
    if ($dialog.get() === request) closeDialog()
  })
  // Closed, or replaced by another dialog.
  const stop = $dialog.listen(() => {
    stop()
    dialog.close()
    dialog.remove()
  })
  document.body.appendChild(dialog)
  openModal(dialog)
}

function add<Tag extends keyof HTMLElementTagNameMap>(parent: Node, tag: Tag, text: string) {
  const child = document.createElement(tag)
  child.textContent = text
  return parent.appendChild(child)
}
