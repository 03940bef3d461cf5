import { storages } from '../../../api/storage.ts'
import { $isDayEnded } from '../../../stores/chat.ts'
import { showLoadFailure } from '../../../browser/dialogs/load-failure.ts'
import { whenIdle } from '../../../browser/reading/when-idle.ts'
import { chatRoot, dropPress, keepEarlyDraft } from './early-draft.ts'
import { wakeChat } from './wake.ts'
import { followLive } from './follow-live.ts'
import { keepReadingPlace } from './reading-place.ts'

const MAX_WAIT_MS = 10_000
const RETRY_MS = 15_000

/** Whether any question may have a draft; `earlier-draft.ts` decides. */
const hasDrafts = (): boolean =>
  Object.keys(storages()[1] ?? {}).some((key) => key.startsWith('Draft:'))

/** Whether the page has parts that need hydration at once. */
function isWanted(root: HTMLElement): boolean {
  const { person, list, read } = document.documentElement.dataset
  const isChanged = list || read === 'on' || root.querySelector('[data-reported]')
  return Boolean(person || isChanged || location.hash || hasDrafts())
}

/** Starts the chat: the parts without React, and when to hydrate. */
export function startChat(): void {
  const root = chatRoot()
  if (!root) return
  const wakeForPress = () => {
    const waiting = setTimeout(() => {
      // A choice is carried out late, a post is not.
      if (root.press?.submitter) dropPress()
      showLoadFailure()
    }, MAX_WAIT_MS)
    wakeChat()
      .finally(() => clearTimeout(waiting))
      .catch(() => {
        dropPress()
        showLoadFailure()
      })
  }
  let retry: ReturnType<typeof setTimeout>
  const wakeUnasked = () => {
    wakeChat().catch(() => {
      // Nothing else could reveal the covered posts.
      delete document.documentElement.dataset['alone']
      clearTimeout(retry)
      retry = setTimeout(wakeUnasked, RETRY_MS)
    })
  }
  keepEarlyDraft(wakeForPress)
  root.addEventListener('focusin', wakeUnasked)
  root.addEventListener('pointerdown', ({ target }) => {
    // Ignores touches that only scroll.
    if ((target as Element).closest('a, button, input, label, summary, textarea')) wakeUnasked()
  })
  for (const type of ['click', 'submit'])
    root.addEventListener(type, () => {
      if (root.press) wakeForPress()
    })
  if (root.press) wakeForPress()
  else if (root.contains(document.activeElement)) wakeUnasked()
  else if (isWanted(root)) whenIdle(wakeUnasked)
  // Finds out whether the browser translates. A headless one crashes when asked, and has no wheel.
  if (document.documentElement.dataset['read'] === 'false')
    root.addEventListener('wheel', wakeUnasked, { once: true, passive: true })
  addEventListener('hashchange', wakeUnasked)
  // The end is shown by the chat, which may not load at once.
  $isDayEnded.listen(wakeUnasked)

  const list = root.querySelector<HTMLElement>('.comment-list')
  if (!list || !('live' in list.dataset)) return
  keepReadingPlace(list)
  followLive(list)
}
