import { atom } from 'nanostores'
import { storages } from '../api/storage.ts'
import type { OwnComment } from '../contract/schemas.ts'
import { tokyoDayEnd } from '../domain/question-day.ts'
import { call } from './call.ts'
import { $comments } from './comments.ts'
import { $user } from './user.ts'

/** Number of the person's comments ever, at most ten; `undefined` until known. */
let postCount: number | undefined

/** Number of days on which the person answered, today too, of the last ten comments; 0 until known. */
export const $answeredDays = atom(0)

/** How many of the person's comments on the question are deleted; 0 until known. */
export const $deletedComments = atom(0)

export const $ownCommentIds = atom<readonly string[] | undefined>()

/** Number of the person's comments including pending ones; `undefined` until known. Of three stores. */
export function ownCommentCount(): number | undefined {
  const [stored, user] = [$ownCommentIds.get(), $user.get()]
  if (!stored || !user) return undefined
  const listed = $comments.get().filter(({ userId }) => userId === user.userId)
  return new Set([...stored, ...listed.map(({ commentId, key }) => commentId || key)]).size
}

/** Fetches the ids: the list may not reach back to the person's first comment. */
export async function loadOwnComments(
  questionId: string,
  userId: string,
): Promise<readonly OwnComment[]> {
  const response = await call('comment', 'GET /comment', {
    userId,
    limit: '10',
    countOn: questionId,
  })
  if (!response.ok) return []
  postCount = response.results.length
  const ownComments = response.results.filter(({ question }) => question.questionId === questionId)
  $deletedComments.set(Number(response.headers?.get('Deleted-Comments')))
  const questions = new Set(response.results.map(({ question }) => question.questionId))
  $answeredDays.set(questions.add(questionId).size)
  $ownCommentIds.set(ownComments.map(({ commentId }) => commentId))
  return ownComments
}

export function addOwnComment(commentId: string): void {
  if (postCount !== undefined && ++postCount === FEEDBACK_AT) requestFeedback()
  $ownCommentIds.set([...($ownCommentIds.get() ?? []), commentId])
}

/** The number of posts after which a page of a later day asks for feedback. */
const FEEDBACK_AT = 3

function requestFeedback(): void {
  const [, local] = storages()
  if (local) local[`Feedback:${$user.get()?.userId}`] ??= tokyoDayEnd(Date.now())
}

export function removeOwnComment(commentId: string): void {
  $deletedComments.set($deletedComments.get() + 1)
  $ownCommentIds.set($ownCommentIds.get()?.filter((other) => other !== commentId))
}
