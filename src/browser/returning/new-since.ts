import { stored } from '../../api/storage.ts'
import { storedTokens } from '../../api/tokens.ts'
import { loadMessages } from '../../stores/messages.ts'
import { element } from './element.ts'
import { addStyles } from './styles.ts'

const KEY = 'LastSeen'

const itemsOf = (commentList: HTMLElement) => [
  ...commentList.querySelectorAll<HTMLElement>('.comments > li[data-comment-id]'),
]
const timeOf = (item: HTMLElement | undefined) =>
  Date.parse(item?.querySelector('time')?.dateTime ?? '') / 1000

/**
 * Draws a line between the posts of the person's last visit and newer ones (`docs/product.md#new-since-you-left`).
 * The browser alone knows the last visit: the question and the time of its newest post, in epoch seconds. The line lies
 * in the gap between two posts, so nothing moves.
 */
export function markNewSince(commentList: HTMLElement, questionId: string): void {
  const [lastQuestion, lastTime] = (stored(KEY) ?? '').split(' ')
  const { person } = document.documentElement.dataset
  const storeNewest = () => {
    const newest = timeOf(itemsOf(commentList).at(-1))
    const isCovered = 'covered' in commentList.dataset
    if (!newest || isCovered || document.documentElement.dataset['person'] !== person) return
    storedTokens()?.storage.setItem(KEY, `${questionId} ${newest}`)
  }
  addEventListener('pagehide', storeNewest)
  // A phone may end a page in the background without another event.
  document.addEventListener('visibilitychange', () => document.hidden && storeNewest())
  if (lastQuestion !== questionId) return
  const isNew = (item: HTMLElement) => timeOf(item) > Number(lastTime) && item.checkVisibility()
  const items = itemsOf(commentList)
  const first = items.find((item) => isNew(item) && !('own' in item.dataset))
  const hasOlder = items[0] !== first || !commentList.querySelector<HTMLElement>('.earlier')?.hidden
  if (!first || !hasOlder) return
  void loadMessages()
    .then((t) => {
      addStyles()
      const line = element('p', { className: 'new-since', textContent: t('echo.since') })
      first.insertBefore(line, first.firstChild)
    })
    .catch(() => undefined)
}
