/** Pixels from the newest comment within which the reader counts as being at it. */
const NEAR = 24

/** The element that scrolls a comment list: its box, or the page where the box is as tall as its content. */
export function scrollerOf(commentList: HTMLElement): Element {
  const box = commentList.querySelector('.scroller')!
  const isBox = 'live' in commentList.dataset && getComputedStyle(box).overflowY !== 'visible'
  return isBox ? box : document.scrollingElement!
}

export function isNearNewest(scroller: Element): boolean {
  // The box grows upwards from its newest comment, so its distance from there is negative.
  const { scrollTop, scrollHeight, clientHeight } = scroller
  const isPage = scroller === document.scrollingElement
  return (isPage ? scrollHeight - clientHeight - scrollTop : -scrollTop) < NEAR
}

export function scrollToNewest(scroller: Element, behavior: ScrollBehavior = 'instant'): void {
  const isPage = scroller === document.scrollingElement
  scroller.scrollTo({ top: isPage ? scroller.scrollHeight : 0, behavior })
}
