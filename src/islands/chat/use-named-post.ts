import { useEffect } from 'react'
import { t } from '../../i18n/translate.ts'
import { $postNotice } from '../../stores/chat.ts'
import { $hasEarlier } from '../../stores/comments.ts'
import { layOutAll } from '../../browser/reading/list-scroll.ts'
import { useListener } from '../ui/use-listener.ts'
import { itemOf } from './comment-list.ts'
import { loadEarlier } from './load-earlier.ts'

const MAX_PAGES = 40

/**
 * Scrolls to the post in the URL (`docs/product.md#address-of-a-post`) and marks it until the next
 * press; shows a notice if it is unavailable. Other fragments are the browser's.
 */
export function useNamedPost(): void {
  useEffect(() => void goToPost(), [])
  useListener('hashchange', () => void goToPost())
}

async function goToPost(): Promise<void> {
  const id = location.hash.replace(/^#(?:you~)?/, '')
  if (!/^[\w-]{1,32}$/.test(id) || document.getElementById(id)) return
  for (let page = 0; page < MAX_PAGES && !itemOf(id) && $hasEarlier.get(); page++)
    if (!(await loadEarlier())) break
  const post = itemOf(id)
  // Its author may be muted, or its language filtered out.
  if (!post?.checkVisibility()) return $postNotice.set({ text: t('post.notShown') })
  post.tabIndex = -1
  // Who writes keeps writing.
  if (!document.activeElement?.matches('textarea')) post.focus({ preventScroll: true })
  layOutAll()
  post.scrollIntoView({ block: 'center' })
  const { style } = post.querySelector<HTMLElement>('.text')!
  style.outline = '2px solid var(--accent)'
  // The mark serves as the focus ring.
  post.style.outline = 'none'
  addEventListener('pointerdown', () => (style.outline = ''), { once: true })
}
