import { firstInSight } from '../../../browser/reading/keep-scroll.ts'

/** A reading position: the first comment in sight, and its distance from the top of the window in pixels. */
export interface ReadingPosition {
  commentId: string
  top: number
}

export function positionIn(
  items: Iterable<Element>,
  scroller: Element,
): ReadingPosition | undefined {
  const item = firstInSight(items, scroller) as HTMLElement | undefined
  const commentId = item?.dataset['commentId']
  return commentId ? { commentId, top: item!.getBoundingClientRect().top } : undefined
}

/** Scrolls so that the item has this distance from the top of the window again. */
export function scrollBack(item: Element, top: number, scroller: Element): void {
  scroller.scrollTop += item.getBoundingClientRect().top - top
}

/** Stores the position in the current history entry. */
export function savePosition(position: ReadingPosition | undefined): void {
  history.replaceState({ ...history.state, position }, '')
}

/** Returns the position that was left when the reader comes back by the history; after any other load, nothing. */
export function savedPosition(): ReadingPosition | undefined {
  const [navigation] = performance.getEntriesByType('navigation')
  const isBack = (navigation as PerformanceNavigationTiming | undefined)?.type === 'back_forward'
  return isBack ? (history.state as { position?: ReadingPosition } | null)?.position : undefined
}
