import type { KeyboardEvent } from 'react'
import { scrollerOf, firstInSight } from '../../browser/reading/list-scroll.ts'
import { commentList } from './comment-list.ts'

/** Tab moves from the list to the first visible post's menu; at the list's start the browser decides. */
export function enterInSight(event: KeyboardEvent): void {
  const { key, shiftKey, target, currentTarget } = event
  if (key !== 'Tab' || shiftKey || target !== currentTarget) return
  const post = firstInSight(scrollerOf(commentList()))
  const menu = post?.previousElementSibling && post.querySelector('summary')
  if (!menu?.checkVisibility({ visibilityProperty: true })) return
  event.preventDefault()
  menu.focus()
}
