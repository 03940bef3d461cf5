import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect } from 'react'
import { COMMENTS_PER_QUESTION } from '../../domain/comment-limit.ts'
import { $ownCommentCount, loadOwnComments } from '../../stores/own-comment-ids.ts'
import { $user } from '../../stores/user.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { showHeldPosts } from './held-posts.ts'

/**
 * Number of today's posts by the person, if known; at three a notice replaces the composer
 * (`docs/product.md#limit-of-three`).
 */
export function useOwnPosts(questionId: string): number | undefined {
  const isHydrated = useHydrated()
  const person = useStore($user)?.userId
  const own = useStore($ownCommentCount)

  useEffect(() => {
    if (!person) return undefined
    const load = () => {
      if (!document.hidden) void loadOwnComments(questionId, person).then(showHeldPosts)
    }
    load()
    document.addEventListener('visibilitychange', load)
    return () => document.removeEventListener('visibilitychange', load)
  }, [questionId, person])
  useLayoutEffect(() => {
    // Until the response, the page's own marks apply.
    if (person && own === undefined) return
    showLimit((own ?? 0) >= COMMENTS_PER_QUESTION)
  }, [person, own])
  return isHydrated && person ? own : undefined
}

function showLimit(isReached: boolean): void {
  const { dataset } = document.documentElement
  if (isReached === 'limitReached' in dataset) return
  const hadFocus = document.activeElement?.closest('.composer')
  if (isReached) dataset['limitReached'] = ''
  else delete dataset['limitReached']
  if (isReached && hadFocus) document.querySelector<HTMLElement>('.limit-notice')?.focus()
}
