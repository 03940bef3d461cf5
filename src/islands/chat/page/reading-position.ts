import { firstInSight } from '../../../browser/reading/keep-scroll.ts'

/** First visible comment, and its distance from the viewport's top in pixels. */
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

export function scrollBack(item: Element, top: number, scroller: Element): void {
  scroller.scrollTop += item.getBoundingClientRect().top - top
}

export function savePosition(position: ReadingPosition | undefined): void {
  history.replaceState({ ...history.state, position }, '')
}

/** The saved position on history navigation; else `undefined`. */
export function savedPosition(): ReadingPosition | undefined {
  const [navigation] = performance.getEntriesByType('navigation')
  const isBack = (navigation as PerformanceNavigationTiming | undefined)?.type === 'back_forward'
  return isBack ? (history.state as { position?: ReadingPosition } | null)?.position : undefined
}
