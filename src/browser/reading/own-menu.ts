import { $dialog } from '../../stores/dialog.ts'
import { showLoadFailure } from '../dialogs/load-failure.ts'

/** Adds the menu to the stored comments of the person, and removes it from all others. */
export function addOwnMenus(chat: HTMLElement): void {
  for (const item of chat.querySelectorAll<HTMLElement>('.comments > li')) addOwnMenu(chat, item)
}

function addOwnMenu(chat: HTMLElement, item: HTMLElement): void {
  const menu = item.querySelector<HTMLDetailsElement>('.post-menu')
  const isDeletable = 'own' in item.dataset && !('pending' in item.dataset)
  if (!isDeletable) menu?.remove()
  if (!isDeletable || menu) return
  const template = chat.querySelector<HTMLTemplateElement>('template[data-menu]')!
  const added = template.content.firstElementChild!.cloneNode(true) as HTMLDetailsElement
  added.querySelector('button')!.addEventListener('click', () => {
    added.open = false
    // The dialog gives focus back to what had it.
    added.querySelector('summary')!.focus()
    const commentId = item.dataset['commentId'] ?? ''
    $dialog.set({
      name: 'deletePost',
      onConfirm: () =>
        void import('../question/delete-post.ts')
          .then(({ deletePost }) => deletePost(chat, commentId))
          .catch(showLoadFailure),
    })
  })
  added.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    added.open = false
    added.querySelector('summary')!.focus()
  })
  added.addEventListener('focusout', ({ relatedTarget }) => {
    if (!added.contains(relatedTarget as Node | null)) added.open = false
  })
  item.appendChild(added)
}
