import { navigationTiming } from '../../../api/server-clock.ts'
import { $isAtNewest } from '../../../stores/chat.ts'
import {
  firstInSight,
  isNearNewest,
  keepScroll,
  layOutAll,
  scrollerOf,
  scrollToNewest,
} from '../../../browser/reading/list-scroll.ts'
import { wakeChat } from './wake.ts'

/** Scroll idle time after which the position is saved (`docs/product.md#home`). */
const SCROLL_IDLE_MS = 200
/** Maximum pages of earlier comments loaded to restore a position. */
const MAX_PAGES_BACK = 10

/** Restores the reading position after a resize and on history navigation. */
export function keepReadingPlace(list: HTMLElement): void {
  /** Unset at the newest comment. */
  let position: ReadingPosition | undefined
  let timer: ReturnType<typeof setTimeout>
  let height = innerHeight
  const find = (id: string) => list.querySelector(`[data-comment-id="${id}"]`)

  const settle = () => {
    // A `resize` is about to come and needs the position before it.
    if (innerHeight !== height) return
    const scroller = scrollerOf(list)
    const isAtNewest = isNearNewest(scroller)
    fold(scroller, isAtNewest)
    position = isAtNewest ? undefined : positionIn(scroller)
    $isAtNewest.set(isAtNewest)
    if (isAtNewest) hideRest(list, firstInSight(scroller))
  }
  const settleSoon = () => {
    clearTimeout(timer)
    list.querySelector('[data-rest]')?.removeAttribute('data-rest')
    timer = setTimeout(settle, SCROLL_IDLE_MS)
  }
  /** Scrolls to the saved comment, which may be older than the page's first. */
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
  // Only the reversed box stays at its end by itself. A question that scrolls away is read first.
  else if (scrollerOf(list) === document.scrollingElement && isQuestionSticky())
    scrollToNewest(scrollerOf(list))
  // Also after new comments, which move the others without a scroll.
  const sizes = new ResizeObserver(settleSoon)
  for (const box of list.querySelectorAll('.comments, .scroller')) sizes.observe(box)
  // Capture: the box scrolls, or the page in a low window.
  addEventListener('scroll', settleSoon, { capture: true, passive: true })
  // A keyboard or rotation may change which of them scrolls.
  addEventListener('resize', () => {
    height = innerHeight
    settleSoon()
    const item = position && find(position.commentId)
    if ($isAtNewest.get()) scrollToNewest(scrollerOf(list))
    else if (item) scrollBack(item, position!.top, scrollerOf(list))
  })
  addEventListener('pagehide', () => history.replaceState({ ...history.state, position }, ''))
}

const isQuestionSticky = () =>
  getComputedStyle(document.querySelector('.question')!).position === 'sticky'

/** Minimum scroll distance to the newest and to the oldest comment for the fold, in pixels. */
const FAR = 160

/** Sets `data-far`, by which a phone shows only the text of the question. Visible comments do not move. */
function fold(scroller: Element, isAtNewest: boolean): void {
  const { scrollTop, scrollHeight, clientHeight } = scroller
  const root = document.documentElement
  // Only in the reversed box, where `scrollTop` is negative. Near the oldest comment visible comments would move.
  const isFar = -scrollTop > FAR && scrollHeight - clientHeight + scrollTop > FAR
  // If nothing changes, `scrollTop` is not set: that would stop a smooth scroll.
  if (isFar === root.hasAttribute('data-far') || (!isFar && !isAtNewest && scrollTop < 0)) return
  keepScroll(scroller, firstInSight(scroller), () => root.toggleAttribute('data-far'))
}

/** Pixels of a post that are too few to read it. */
const REST = 48
/** Pixels above the letters of a text. */
const PADDING = 12

/** At rest, the list does not begin with the rest of a post: that is hidden until a scroll. */
function hideRest(list: HTMLElement, first: Element | undefined): void {
  const edge = list.querySelector('.tally')!.getBoundingClientRect().bottom
  const text = first?.querySelector('p[dir]:not([hidden])')
  if (!text || text.getBoundingClientRect().top > edge - PADDING) return
  if (text.getBoundingClientRect().bottom < edge + REST) first!.toggleAttribute('data-rest')
}

/** First visible comment, and its distance from the viewport's top in pixels. */
interface ReadingPosition {
  commentId: string
  top: number
}

function positionIn(scroller: Element): ReadingPosition | undefined {
  const item = firstInSight(scroller) as HTMLElement | undefined
  const commentId = item?.dataset['commentId']
  return commentId ? { commentId, top: item!.getBoundingClientRect().top } : undefined
}

function scrollBack(item: Element, top: number, scroller: Element): void {
  layOutAll()
  scroller.scrollTop += item.getBoundingClientRect().top - top
}

/** The saved position on history navigation; else `undefined`. */
function savedPosition(): ReadingPosition | undefined {
  const isBack = navigationTiming()?.type === 'back_forward'
  return isBack ? (history.state as { position?: ReadingPosition } | null)?.position : undefined
}
