import { atom } from 'nanostores'
import type { Comment } from '../domain/question.ts'
import type { LiveEvent } from '../contract/live-event.ts'

/** A comment on the screen; one that is still on its way has only the key it is sent with. */
export interface ShownComment extends Comment {
  /** Stays the same when the answer brings the id. */
  key?: string
  isPending?: boolean
  /** Stored, but its event has not come yet: others may have been stored before it. */
  isAhead?: boolean
}

/** The comments on the screen, in reading order, those on their way at the end. */
export const $comments = atom<readonly ShownComment[]>([])

const change = (comments: ShownComment[]) => $comments.set(comments)
const stored = () => $comments.get().filter(({ isPending }) => !isPending)
const pending = () => $comments.get().filter(({ isPending }) => isPending)

/**
 * Takes over what happened to the comments, in order: each stands where the server has it, and one's own comment that
 * was answered before its event moves there.
 */
export function applyEvents(events: readonly LiveEvent[]): void {
  let comments = [...$comments.get()]
  for (const event of events) {
    if (event.type === 'comment.deleted') {
      comments = comments.filter(({ commentId }) => commentId !== event.commentId)
    } else if (event.comment) {
      comments = withCreated(comments, event.comment)
    }
  }
  change(comments)
}

function withCreated(comments: ShownComment[], created: Comment): ShownComment[] {
  const shown = comments.find(({ commentId }) => commentId === created.commentId)
  if (shown && !shown.isAhead) return comments
  const sent = shown ?? comments.find((other) => other.isPending && isSame(other, created))
  const others = comments.filter((other) => other !== sent)
  const place = others.findIndex(({ isAhead, isPending }) => isAhead || isPending)
  const comment = { ...created, ...(sent?.key !== undefined && { key: sent.key }) }
  return others.toSpliced(place < 0 ? others.length : place, 0, comment)
}

/** Shows a comment at once, before the server has answered. */
export function addPending(comment: ShownComment): void {
  change([...$comments.get(), { ...comment, isPending: true }])
}

/** The server has stored what was sent with the key; it may have been seen already. */
export function settlePending(key: string, comment: Comment): void {
  if (stored().some(({ commentId }) => commentId === comment.commentId)) return dropPending(key)
  const others = pending().filter((other) => other.key !== key)
  change([...stored(), { ...comment, key, isAhead: true }, ...others])
}

export function dropPending(key: string): void {
  change($comments.get().filter((comment) => comment.key !== key || !comment.isPending))
}

export function removeComment(commentId: string): void {
  change($comments.get().filter((comment) => comment.commentId !== commentId))
}

export function addEarlier(comments: readonly Comment[]): void {
  const known = new Set(stored().map(({ commentId }) => commentId))
  change([...comments.filter(({ commentId }) => !known.has(commentId)), ...$comments.get()])
}

/** Takes over the newest comments as the server has them (newest last), keeping the earlier ones already loaded. */
export function takeNewest(newest: readonly Comment[]): void {
  change([...mergeNewest(stored(), newest, pending()), ...pendingLeft(newest)])
}

function mergeNewest(
  shown: readonly ShownComment[],
  newest: readonly Comment[],
  sent: readonly ShownComment[],
): ShownComment[] {
  const place = new Map(newest.map(({ commentId }, index) => [commentId, index]))
  const firstShared = shown.findIndex(({ commentId }) => place.has(commentId))
  const from = firstShared < 0 ? 0 : place.get(shown[firstShared]!.commentId)!
  // What stands before the server's oldest is kept; where the server reaches further back, it has been deleted.
  const earlier = firstShared > 0 && from === 0 ? shown.slice(0, firstShared) : []
  const known = new Map(shown.map((comment) => [comment.commentId, comment]))
  const taken = newest
    .slice(from)
    .map((comment) => ({ ...comment, ...keyOf(comment, known.get(comment.commentId), sent) }))
  return [...earlier, ...taken]
}

/** A comment seen before its own answer arrives goes by the key it was sent with. */
function keyOf(
  comment: Comment,
  shown: ShownComment | undefined,
  sent: readonly ShownComment[],
): { key?: string } {
  const own = shown ?? sent.find((other) => isSame(other, comment))
  return own?.key === undefined ? {} : { key: own.key }
}

function pendingLeft(newest: readonly Comment[]): ShownComment[] {
  const known = new Set(stored().map(({ commentId }) => commentId))
  const fresh = newest.filter(({ commentId }) => !known.has(commentId))
  return pending().filter((sent) => !fresh.some((comment) => isSame(sent, comment)))
}

function isSame(one: Comment, other: Comment): boolean {
  return one.userId === other.userId && one.text === other.text
}
