import { useEffect } from 'react'
import { COMMENTS_PER_QUESTION } from '../../domain/comment.ts'
import { loadOwnPosts } from '../../stores/own-posts.ts'

/**
 * Keeps the number of one's own posts, and shows the notice in place of the composer at three (`product.md §4`).
 * @param living `undefined` while it is not known
 */
export function useLimit(
  questionId: string,
  userId: string | undefined,
  living: number | undefined,
): void {
  useEffect(() => {
    if (!userId) return undefined
    const load = () => {
      if (!document.hidden) void loadOwnPosts(questionId, userId)
    }
    load()
    document.addEventListener('visibilitychange', load)
    return () => document.removeEventListener('visibilitychange', load)
  }, [questionId, userId])

  useEffect(() => {
    const { dataset } = document.documentElement
    if (userId && living === undefined) return
    const isReached = (living ?? 0) >= COMMENTS_PER_QUESTION
    if (isReached === 'limitReached' in dataset) return
    const hadFocus = document.activeElement?.closest('question-composer')
    if (isReached) dataset['limitReached'] = ''
    else delete dataset['limitReached']
    if (isReached && hadFocus) document.querySelector<HTMLElement>('.limit-notice')?.focus()
  }, [userId, living])
}
