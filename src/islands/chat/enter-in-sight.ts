import type { KeyboardEvent } from 'react'
import { scrollerOf } from '../../browser/reading/list-scroll.ts'
import { firstInSight } from '../../browser/reading/keep-scroll.ts'
import { commentList } from './comment-list.ts'

/** Tab leads from the list to a post in sight; to what comes before the first one at its beginning. */
export function enterInSight(event: KeyboardEvent): void {
  const { key, shiftKey, target, currentTarget } = event
  if (key !== 'Tab' || shiftKey || target !== currentTarget) return
  const post = firstInSight(scrollerOf(commentList()))
  const menu = post?.previousElementSibling && post.querySelector('summary')
  if (!menu?.checkVisibility({ visibilityProperty: true })) return
  event.preventDefault()
  menu.focus()
}
