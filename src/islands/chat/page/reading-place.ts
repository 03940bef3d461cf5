import { $isAtNewest } from '../../../stores/chat.ts'
import { isNearNewest, scrollerOf, scrollToNewest } from '../../../browser/reading/list-scroll.ts'
import {
  positionIn,
  savedPosition,
  savePosition,
  scrollBack,
  type ReadingPosition,
} from './reading-position.ts'
import { wakeChat } from './wake.ts'

/** Time without scrolling after which the position counts (`docs/product.md#home`). */
const SCROLL_IDLE_MS = 200
/** Pages of earlier comments that are loaded for a reader who comes back to one of them. */
const MAX_PAGES_BACK = 10

/** Knows where the reader is in the list, and brings them back there: after a resize, and by the history. */
export function keepReadingPlace(list: HTMLElement): void {
  /** The reading position when it is not at the newest comment. */
  let position: ReadingPosition | undefined
  let timer: ReturnType<typeof setTimeout>
  const find = (id: string) => list.querySelector(`[data-comment-id="${id}"]`)

  const settle = () => {
    const isAtNewest = isNearNewest(scrollerOf(list))
    position = isAtNewest
      ? undefined
      : positionIn(list.querySelectorAll('.comments > li'), scrollerOf(list))
    $isAtNewest.set(isAtNewest)
  }
  const settleSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(settle, SCROLL_IDLE_MS)
  }
  /** Scrolls to the comment that the reader left from, which may be older than the page's first. */
  const comeBack = async ({ commentId, top }: ReadingPosition) => {
    $isAtNewest.set(false)
    if (!find(commentId)) {
      const chat = await wakeChat().catch(() => undefined)
      for (let page = 0; page < MAX_PAGES_BACK && !find(commentId); page++)
        if (!(await chat?.loadEarlier())) break
    }
    const item = find(commentId)
    if (item) scrollBack(item, top, scrollerOf(list))
  }

  const saved = savedPosition()
  if (saved) void comeBack(saved)
  // The box grows upwards from the newest comment; the page does not.
  else if (scrollerOf(list) === document.scrollingElement) scrollToNewest(scrollerOf(list))
  settleSoon()
  // Either the box scrolls, or, in a low window, the page.
  addEventListener('scroll', settleSoon, { capture: true, passive: true })
  // An on-screen keyboard or a turned phone may change which of them does.
  addEventListener('resize', () => {
    const item = position && find(position.commentId)
    if ($isAtNewest.get()) scrollToNewest(scrollerOf(list))
    else if (item) scrollBack(item, position!.top, scrollerOf(list))
  })
  addEventListener('pagehide', () => savePosition(position))
}
