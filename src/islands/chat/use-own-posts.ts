import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { COMMENTS_EVER_PER_QUESTION, COMMENTS_PER_QUESTION } from '../../domain/comment-limit.ts'
import {
  $deletedComments,
  $ownCommentIds,
  loadOwnComments,
  ownCommentCount,
} from '../../stores/own-comment-ids.ts'
import { $user } from '../../stores/user.ts'
import { $comments, inOrder } from '../../stores/comments.ts'
import type { OwnPost } from '../../stores/sent-draft.ts'
import type { OwnComment, PostedComment } from '../../contract/schemas.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useListener } from '../ui/use-listener.ts'

/**
 * Number of posts that the person has left, if known (`docs/product.md#limit-of-three`).
 * @param onSeen gets the person's posts, as they are read or come into the list
 */
export function useOwnPosts(
  questionId: string,
  onSeen: (posts: readonly OwnPost[]) => void,
): number | undefined {
  const isHydrated = useHydrated()
  const user = useStore($user)
  // Before activation nobody has posts, or may ask for them.
  const person = user?.activated ? user.userId : undefined
  useStore($ownCommentIds)
  const listed = useStore($comments).filter((one) => one.userId === person && !one.isPending)
  const own = ownCommentCount()
  const most = Math.min(
    COMMENTS_PER_QUESTION,
    COMMENTS_EVER_PER_QUESTION - useStore($deletedComments),
  )
  const left = own === undefined ? own : Math.max(0, most - own)

  const load = () => {
    if (!person || document.hidden) return
    void loadOwnComments(questionId, person).then((posts) => {
      showHeldPosts(posts)
      onSeen(posts)
    })
  }
  const onPerson = useEffectEvent(load)
  useEffect(() => onPerson(), [person])
  useListener('visibilitychange', load)
  useListener('online', load)
  const listedBefore = useRef(0)
  const onListed = useEffectEvent(() => {
    onSeen(listed)
    // One was deleted, perhaps on another device, or hidden.
    if (listed.length < listedBefore.current) load()
    listedBefore.current = listed.length
  })
  useEffect(() => onListed(), [listed.length])
  useLayoutEffect(() => {
    // Until the response, the page's own marks apply.
    if (person && left === undefined) return
    showLimit(left === 0)
  }, [person, left])
  return isHydrated && person ? left : undefined
}

function showLimit(isReached: boolean): void {
  const root = document.documentElement
  if (isReached === root.hasAttribute('data-limit-reached')) return
  const hadFocus = document.activeElement?.closest('.composer, .limit-notice')
  root.toggleAttribute('data-limit-reached', isReached)
  if (hadFocus) document.querySelector<HTMLElement>(isReached ? '.limit-notice' : '#post')?.focus()
}

/** Adds the person's held posts, which no page contains. */
export function showHeldPosts(posts: readonly (OwnComment | PostedComment)[]): void {
  const held = posts.filter(({ hidden }) => hidden)
  if (held.length === 0) return
  const ids = new Set(held.map(({ commentId }) => commentId))
  const others = $comments.get().filter(({ commentId }) => !ids.has(commentId))
  $comments.set(inOrder([...others, ...held]))
}
