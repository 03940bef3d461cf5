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
