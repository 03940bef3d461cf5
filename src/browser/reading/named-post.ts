import { loadStyles } from '../dialogs/on-demand-styles.ts'
import type { CommentList } from './comment-list.ts'

/** Pages of earlier posts that are loaded on the way to one. */
const MAX_PAGES = 40

/**
 * Scrolls to the post that the address names (`docs/product.md#address-of-a-post`), marks it until the next press, and
 * says so where it cannot be shown. The fragment of an element is left to the browser.
 */
export async function goToPost(commentList: CommentList): Promise<void> {
  const id = location.hash.slice(1)
  if (!/^[\w-]{1,32}$/.test(id) || document.getElementById(id)) return
  const find = () => commentList.querySelector<HTMLElement>(`[data-comment-id="${id}"]`)
  const hasEarlier = () => !commentList.querySelector<HTMLElement>('.earlier')!.hidden
  for (let page = 0; page < MAX_PAGES && !find() && hasEarlier(); page++)
    if (!(await commentList.loadEarlier())) break
  const post = find()
  // Its author may be muted, or its language not be chosen.
  if (!post?.checkVisibility()) return explainNotShown(commentList)
  post.tabIndex = -1
  post.focus({ preventScroll: true })
  post.scrollIntoView({ block: 'center' })
  const { style } = post.querySelector<HTMLElement>('.text')!
  style.outline = '2px solid var(--accent)'
  // The mark is the frame of the focus as well.
  post.style.outline = 'none'
  addEventListener('pointerdown', () => (style.outline = ''), { once: true })
}

async function explainNotShown(commentList: HTMLElement): Promise<void> {
  const [{ loadMessages }, { showPostNotice }] = await Promise.all([
    import('../../stores/messages.ts'),
    import('../question/post-notice.ts'),
    loadStyles(),
  ])
  const t = await loadMessages()
  showPostNotice(commentList, t('post.notShown'))
}
