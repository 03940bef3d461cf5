import { postPath } from '../../domain/post-address.ts'
import type { Translate } from '../../i18n/translate.ts'
import { $dialog } from '../../stores/dialog.ts'
import { loadMessages } from '../../stores/messages.ts'
import { showLoadFailure } from '../dialogs/load-failure.ts'
import { mutePerson } from './mute-person.ts'
import { showPostNotice } from './post-notice.ts'

/** Fills an opened menu: one's own post can be deleted, another's reported and its author muted; each has an address. */
export async function addEntries(
  commentList: HTMLElement,
  item: HTMLElement,
  menu: HTMLDetailsElement,
): Promise<void> {
  const t = await loadMessages()
  if (!menu.open || menu.querySelector('div')) return
  const entries = document.createElement('div')
  const add = (text: string, run: () => void, className = '') => {
    const entry = entries.appendChild(document.createElement('button'))
    entry.type = 'button'
    // Safari focuses a pressed button only if it has a tabindex; without focus the menu would close first.
    entry.tabIndex = 0
    entry.className = className
    entry.textContent = text
    entry.addEventListener('click', () => {
      menu.open = false
      // A dialog gives the focus back to what had it.
      menu.querySelector('summary')!.focus()
      run()
    })
  }
  const commentId = item.dataset['commentId'] ?? ''
  if ('own' in item.dataset) {
    add(t('share.answer'), () =>
      sharePicture(commentList, item.querySelector('.text')?.textContent ?? ''),
    )
    add(t('commentList.delete'), () => askToDelete(t, commentList, commentId), 'danger')
  } else addForOthers(t, commentList, item, add)
  add(t('share.question'), () => sharePicture(commentList))
  add(t('post.copyLink'), () => void copyAddress(t, commentList, commentId))
  menu.appendChild(entries)
  placeInSight(commentList, menu, entries)
}

/** The page's question, with one's own words where they are given. */
function sharePicture(commentList: HTMLElement, answer?: string): void {
  const questionId = commentList.dataset['questionId'] ?? ''
  import('../share/share-question.ts')
    .then(({ share }) => share({ questionId, ...(answer !== undefined && { answer }) }))
    .catch(showLoadFailure)
}

function askToDelete(t: Translate, commentList: HTMLElement, commentId: string): void {
  $dialog.set({
    name: 'deletePost',
    onConfirm: () =>
      void import('./delete-post.ts')
        .then(({ deletePost }) => deletePost(t, commentList, commentId))
        .catch(showLoadFailure),
  })
}

function addForOthers(
  t: Translate,
  commentList: HTMLElement,
  item: HTMLElement,
  add: (text: string, run: () => void) => void,
): void {
  const { userId = '' } = item.dataset
  const name = item.querySelector('b')?.textContent ?? ''
  const { commentId = '' } = item.dataset
  add(t('post.report'), () => $dialog.set({ name: 'report', commentId }))
  const isSignedIn = 'person' in document.documentElement.dataset
  if (isSignedIn)
    add(t('post.mute', { name }), () => void mutePerson(t, commentList, { userId, name }))
}

/** Copies the address of a post; shows it where the browser does not allow that. */
async function copyAddress(
  t: Translate,
  commentList: HTMLElement,
  commentId: string,
): Promise<void> {
  const address = location.origin + postPath(commentList.dataset['questionId'] ?? '', commentId)
  try {
    // Without https there is no clipboard.
    await navigator.clipboard.writeText(address)
    showPostNotice(commentList, t('post.linkCopied'))
  } catch {
    showPostNotice(commentList, address)
  }
}

/** Opens upwards where there is no room below. */
function placeInSight(commentList: HTMLElement, menu: HTMLElement, entries: HTMLElement): void {
  menu.removeAttribute('data-up')
  const { bottom } = entries.getBoundingClientRect()
  const floor = commentList.querySelector('.scroller')!.getBoundingClientRect().bottom
  menu.toggleAttribute('data-up', bottom > Math.min(floor, innerHeight))
}
