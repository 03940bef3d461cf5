import { firstInSight } from './keep-place.ts'

/** Where somebody reads: the first comment in sight, and its distance from the top of the window in pixels. */
export interface Place {
  commentId: string
  top: number
}

export function placeIn(items: Iterable<Element>, scroller: Element): Place | undefined {
  const item = firstInSight(items, scroller) as HTMLElement | undefined
  const commentId = item?.dataset['commentId']
  return commentId ? { commentId, top: item!.getBoundingClientRect().top } : undefined
}

/** Scrolls so that the item stands where it stood. */
export function returnTo(item: Element, top: number, scroller: Element): void {
  scroller.scrollTop += item.getBoundingClientRect().top - top
}

/** Keeps the place with this step of the history. */
export function rememberPlace(place: Place | undefined): void {
  history.replaceState({ ...history.state, place }, '')
}

/** The place that was left, when the reader comes back by the history; after any other load there is none. */
export function rememberedPlace(): Place | undefined {
  const [navigation] = performance.getEntriesByType('navigation')
  const isBack = (navigation as PerformanceNavigationTiming | undefined)?.type === 'back_forward'
  return isBack ? (history.state as { place?: Place } | null)?.place : undefined
}
