import type { KeyboardEvent } from 'react'
import { firstInSight } from '../../browser/reading/keep-scroll.ts'

/** Tab leads from the list to a post in sight; to what comes before the first one at its beginning. */
export function enterInSight(event: KeyboardEvent): void {
  const { key, shiftKey, target, currentTarget } = event
  if (key !== 'Tab' || shiftKey || target !== currentTarget) return
  const post = firstInSight(currentTarget)
  const menu = post?.previousElementSibling && post.querySelector('summary')
  if (!menu) return
  event.preventDefault()
  menu.focus()
}
