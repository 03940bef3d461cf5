/** Pixels from the end that count as "at the newest comment". */
const NEAR = 24

export function scrollerOf(commentList: HTMLElement): Element {
  const box = commentList.querySelector('.scroller')!
  const isBox = 'live' in commentList.dataset && getComputedStyle(box).overflowY !== 'visible'
  return isBox ? box : document.scrollingElement!
}

export function isNearNewest(scroller: Element): boolean {
  // The box is column-reversed: `scrollTop` is negative.
  const { scrollTop, scrollHeight, clientHeight } = scroller
  const isPage = scroller === document.scrollingElement
  return (isPage ? scrollHeight - clientHeight - scrollTop : -scrollTop) < NEAR
}

export function scrollToNewest(scroller: Element, behavior: ScrollBehavior = 'instant'): void {
  const isPage = scroller === document.scrollingElement
  scroller.scrollTo({ top: isPage ? scroller.scrollHeight : 0, behavior })
}

/** `null` for the box at its start, which stays there: scrolling it would lay out the list at once. */
export const stayAtNewest = (scroller: Element): (() => void) | null =>
  scroller !== document.scrollingElement && scroller.scrollTop === 0
    ? null
    : () => scrollToNewest(scroller)

/**
 * Notes where an item is on screen.
 * @returns scrolls it back there after a change of the list that keeps it
 */
export function placeOf(item: Element | undefined, scroller: Element): () => void {
  const before = item?.getBoundingClientRect().top ?? 0
  return () => {
    if (item?.isConnected) scroller.scrollTop += item.getBoundingClientRect().top - before
  }
}

/** Disables `content-visibility` before a jump, because a post's position needs all heights. */
export function layOutAll(): void {
  document.querySelector<HTMLElement>('.scroller')!.dataset['whole'] = ''
}

export function keepScroll(scroller: Element, anchor: Element | undefined, change: () => void) {
  const goBack = placeOf(anchor, scroller)
  change()
  goBack()
}

/** The first visible comment; the scroller is the list's or the page's. */
export function firstInSight(
  scroller: Element,
  items: Iterable<Element> = document.querySelectorAll('.comments > li'),
): Element | undefined {
  const top = scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top
  for (const item of items) if (item.getBoundingClientRect().bottom > top) return item
  return undefined
}
