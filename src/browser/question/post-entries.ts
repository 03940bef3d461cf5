import { postPath } from '../../domain/post-address.ts'
import type { Translate } from '../../i18n/translate.ts'
import { $dialog } from '../../stores/dialog.ts'
import { loadMessages } from '../../stores/messages.ts'
import { showLoadFailure } from '../dialogs/load-failure.ts'
import { mutePerson } from './mute-person.ts'
import { showPostNotice } from './post-notice.ts'

/** Fills an opened menu: one's own post can be deleted, another's reported and its author muted; each has an address. */
export async function addEntries(
  chat: HTMLElement,
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
    add(t('share.answer'), () => sharePicture(chat, item.querySelector('.text')?.textContent ?? ''))
    add(t('chat.delete'), () => askToDelete(t, chat, commentId), 'danger')
  } else addForOthers(t, chat, item, add)
  add(t('share.question'), () => sharePicture(chat))
  add(t('post.copyLink'), () => void copyAddress(t, chat, commentId))
  menu.appendChild(entries)
  placeInSight(chat, menu, entries)
}

/** The page's question, with one's own words where they are given. */
function sharePicture(chat: HTMLElement, answer?: string): void {
  const questionId = chat.dataset['questionId'] ?? ''
  import('../share/share-question.ts')
    .then(({ share }) => share({ questionId, ...(answer !== undefined && { answer }) }))
    .catch(showLoadFailure)
}

function askToDelete(t: Translate, chat: HTMLElement, commentId: string): void {
  $dialog.set({
    name: 'deletePost',
    onConfirm: () =>
      void import('./delete-post.ts')
        .then(({ deletePost }) => deletePost(t, chat, commentId))
        .catch(showLoadFailure),
  })
}

function addForOthers(
  t: Translate,
  chat: HTMLElement,
  item: HTMLElement,
  add: (text: string, run: () => void) => void,
): void {
  const { userId = '' } = item.dataset
  const name = item.querySelector('b')?.textContent ?? ''
  const { commentId = '' } = item.dataset
  add(t('post.report'), () => $dialog.set({ name: 'report', commentId }))
  const isSignedIn = 'person' in document.documentElement.dataset
  if (isSignedIn) add(t('post.mute', { name }), () => void mutePerson(t, chat, { userId, name }))
}

/** Copies the address of a post; shows it where the browser does not allow that. */
async function copyAddress(t: Translate, chat: HTMLElement, commentId: string): Promise<void> {
  const address = location.origin + postPath(chat.dataset['questionId'] ?? '', commentId)
  try {
    // Without https there is no clipboard.
    await navigator.clipboard.writeText(address)
    showPostNotice(chat, t('post.linkCopied'))
  } catch {
    showPostNotice(chat, address)
  }
}

/** Opens upwards where there is no room below. */
function placeInSight(chat: HTMLElement, menu: HTMLElement, entries: HTMLElement): void {
  menu.removeAttribute('data-up')
  const { bottom } = entries.getBoundingClientRect()
  const floor = chat.querySelector('.scroller')!.getBoundingClientRect().bottom
  menu.toggleAttribute('data-up', bottom > Math.min(floor, innerHeight))
}
