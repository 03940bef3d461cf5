/**
 * Changes a list without moving the anchor on screen.
 * @param scroller the scrolling element, or the page's
 * @param anchor an item that the change keeps
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

export function firstInSight(items: Iterable<Element>, scroller: Element): Element | undefined {
  const top = scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top
  for (const item of items) if (item.getBoundingClientRect().bottom > top) return item
  return undefined
}
