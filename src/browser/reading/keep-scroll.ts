/**
 * Changes a list without moving what the reader looks at.
 * @param scroller the element that scrolls, or the page's own
 * @param anchor an item that the change leaves in the list
 */
export function keepScroll(
  scroller: Element,
  anchor: Element | undefined,
  change: () => void,
): void {
  const before = anchor?.getBoundingClientRect().top ?? 0
  change()
  if (anchor?.isConnected) scroller.scrollTop += anchor.getBoundingClientRect().top - before
}

/** The first item that is in sight. */
export function firstInSight(items: Iterable<Element>, scroller: Element): Element | undefined {
  const top = scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top
  for (const item of items) if (item.getBoundingClientRect().bottom > top) return item
  return undefined
}
