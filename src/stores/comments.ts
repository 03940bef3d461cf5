import { atom } from 'nanostores'
import type { Hidden } from '../contract/case-schemas.ts'
import type { Comment } from '../contract/schemas.ts'
import type { LiveEvent } from '../contract/live-schemas.ts'

/** A comment in the list. A pending one has an idempotency key and no id yet. */
export interface ShownComment extends Omit<Comment, 'lastUpdatedDate'> {
  /** React key: unchanged when the response brings the id. */
  key?: string
  isPending?: boolean
  /** Stored, but its live event is due: others may precede it. */
  isUnconfirmed?: boolean
  /** Its deletion, or the mute of its author, is under way. */
  isLeaving?: boolean
  hidden?: Hidden
}

export const $comments = atom<readonly ShownComment[]>([])

/** Comments from live events that are not announced yet. */
export const $arrived = atom<readonly ShownComment[]>([])

export const $counts = atom<Readonly<Record<string, number>>>({})

export const $hasEarlier = atom(false)

export const storedComments = () => $comments.get().filter(({ isPending }) => !isPending)
export const pendingComments = () => $comments.get().filter(({ isPending }) => isPending)

export function receive(change: () => void): void {
  const listedIds = new Set($comments.get().map(({ commentId }) => commentId))
  change()
  const isNew = ({ commentId, isPending }: ShownComment) => !isPending && !listedIds.has(commentId)
  $arrived.set([...$arrived.get(), ...$comments.get().filter(isNew)])
}

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
 * Applies live events in order. The event also moves the person's own comment into the server's
 * order.
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
  $comments.set(comments)
}

function withCreated(comments: ShownComment[], created: Comment): ShownComment[] {
  const listed = comments.find(({ commentId }) => commentId === created.commentId)
  if (listed && !listed.isUnconfirmed) return comments
  const sent = listed ?? comments.find((other) => other.isPending && isSame(other, created))
  const others = comments.filter((other) => other !== sent)
  const index = others.findIndex(({ isUnconfirmed, isPending }) => isUnconfirmed || isPending)
  const comment = { ...created, ...(sent?.key !== undefined && { key: sent.key }) }
  return others.toSpliced(index < 0 ? others.length : index, 0, comment)
}

export function addEarlier(comments: readonly Comment[]): void {
  const ids = new Set(storedComments().map(({ commentId }) => commentId))
  $comments.set([...comments.filter(({ commentId }) => !ids.has(commentId)), ...$comments.get()])
}

export const inOrder = (comments: ShownComment[]): ShownComment[] =>
  comments.sort((one, other) => one.lastUpdated - other.lastUpdated)

/** Matches a server comment with a pending one whose response is still due. */
export function isSame(one: ShownComment, other: ShownComment): boolean {
  return one.userId === other.userId && one.text === other.text
}
