import { atom } from 'nanostores'
import type { Hidden } from '../contract/case-schemas.ts'
import type { Comment } from '../contract/schemas.ts'
import type { LiveEvent } from '../contract/live-schemas.ts'

/** A comment on the screen. A pending one has no id yet, only the idempotency key it is sent with. */
export interface ShownComment extends Omit<Comment, 'lastUpdatedDate'> {
  /** Stays the same when the response brings the id. */
  key?: string
  isPending?: boolean
  /** Stored, but its live event has not arrived: others may have been stored before it. */
  isUnconfirmed?: boolean
  /** Only its author sees it, and why. */
  hidden?: Hidden
}

/** The comments on the screen in reading order, pending ones last. */
export const $comments = atom<readonly ShownComment[]>([])

/** The comments that live changes have brought, until the list has told of them. */
export const $arrived = atom<readonly ShownComment[]>([])

/** The numbers of posts: of `all`, and of each language. */
export const $counts = atom<Readonly<Record<string, number>>>({})

/** Whether there are comments before those on the screen. */
export const $hasEarlier = atom(false)

export const setComments = (comments: ShownComment[]) => $comments.set(comments)
export const storedComments = () => $comments.get().filter(({ isPending }) => !isPending)
export const pendingComments = () => $comments.get().filter(({ isPending }) => isPending)

/** Applies a live change, and notes what it brought. */
export function receive(change: () => void): void {
  const known = new Set($comments.get().map(({ commentId }) => commentId))
  change()
  const isNew = ({ commentId, isPending }: ShownComment) => !isPending && !known.has(commentId)
  $arrived.set([...$arrived.get(), ...$comments.get().filter(isNew)])
}

/** Adds what live events have created to the numbers of posts, and takes away what they have deleted. */
export function countEvents(events: readonly LiveEvent[]): void {
  const counts = { ...$counts.get() }
  for (const event of events) {
    const isCreated = event.type === 'comment.created'
    const { lang } = isCreated && event.comment ? event.comment : event
    for (const name of ['all', lang])
      if (name && name in counts) counts[name]! += isCreated ? 1 : -1
  }
  $counts.set(counts)
}

/**
 * Applies live events in order. An event puts a comment into the server's order, also the person's own one whose
 * response came before its event.
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
  setComments(comments)
}

function withCreated(comments: ShownComment[], created: Comment): ShownComment[] {
  const shown = comments.find(({ commentId }) => commentId === created.commentId)
  if (shown && !shown.isUnconfirmed) return comments
  const sent = shown ?? comments.find((other) => other.isPending && isSame(other, created))
  const others = comments.filter((other) => other !== sent)
  const index = others.findIndex(({ isUnconfirmed, isPending }) => isUnconfirmed || isPending)
  const comment = { ...created, ...(sent?.key !== undefined && { key: sent.key }) }
  return others.toSpliced(index < 0 ? others.length : index, 0, comment)
}

export function addEarlier(comments: readonly Comment[]): void {
  const known = new Set(storedComments().map(({ commentId }) => commentId))
  setComments([...comments.filter(({ commentId }) => !known.has(commentId)), ...$comments.get()])
}

/** Whether a comment of the server is the one that was sent: the response with its id has not come. */
export function isSame(one: ShownComment, other: ShownComment): boolean {
  return one.userId === other.userId && one.text === other.text
}
