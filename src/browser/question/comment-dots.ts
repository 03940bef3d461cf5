import type { OwnComment } from '../../contract/schemas.ts'
import { COMMENTS_PER_QUESTION } from '../../domain/comment-limit.ts'
import type { Translate } from '../../i18n/translate.ts'
import { $ownCommentCount, loadOwnComments } from '../../stores/own-comment-ids.ts'
import { $user } from '../../stores/user.ts'
import { loadStyles } from '../dialogs/on-demand-styles.ts'

/** Shows how many of the day's posts a person has used; at three a notice replaces the composer (`docs/product.md#limit-of-three`). */
export function followOwnPosts(composer: HTMLElement, questionId: string, t: Translate): void {
  const dots = composer.querySelector<HTMLElement>('.dots')!
  let person: string | undefined

  const load = () => {
    if (person && !document.hidden) void loadOwnComments(questionId, person).then(showHidden)
  }
  const show = () => {
    const own = $ownCommentCount.get()
    if (person && own === undefined) return
    showDots(dots, person ? own : undefined, t)
    showLimit((own ?? 0) >= COMMENTS_PER_QUESTION)
  }
  $ownCommentCount.listen(show)
  $user.subscribe((user) => {
    if (user?.userId === person) return
    person = user?.userId
    load()
    show()
  })
  document.addEventListener('visibilitychange', load)
}

/** Posts that only their author sees are on no page. */
async function showHidden(own: readonly OwnComment[]): Promise<void> {
  const hidden = own.filter((post) => post.hidden)
  if (hidden.length === 0) return
  await Promise.all([import('./held-posts.ts'), loadStyles()])
    .then(([script]) => script.showHeldPosts(hidden))
    .catch(() => {})
}

function showDots(dots: HTMLElement, own: number | undefined, t: Translate): void {
  dots.textContent = ''
  if (own === undefined) return
  const used = Math.min(own, COMMENTS_PER_QUESTION)
  const marks = document.createElement('span')
  marks.ariaHidden = 'true'
  marks.textContent = '●'.repeat(used) + '○'.repeat(COMMENTS_PER_QUESTION - used)
  dots.appendChild(marks)
  dots.appendChild(new Text(t('composer.dots', { count: used })))
}

function showLimit(isReached: boolean): void {
  const { dataset } = document.documentElement
  if (isReached === 'limitReached' in dataset) return
  const hadFocus = document.activeElement?.closest('question-composer')
  if (isReached) dataset['limitReached'] = ''
  else delete dataset['limitReached']
  if (isReached && hadFocus) document.querySelector<HTMLElement>('.limit-notice')?.focus()
}
