/**
 * Changes a list while what the reader looks at stays where it is.
 * @param scroller the box that scrolls, or the page's own
 * @param anchor an item that the change leaves in the list
 */
export function keepPlace(
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
