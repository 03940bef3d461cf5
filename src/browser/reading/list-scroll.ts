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
