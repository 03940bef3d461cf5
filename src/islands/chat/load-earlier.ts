import { withTimeout } from '../../domain/with-timeout.ts'
import { readComments } from './page/read-comments.ts'
import { $isLoadingEarlier } from '../../stores/chat.ts'
import { $comments, $hasEarlier, addEarlier } from '../../stores/comments.ts'
import { questionIdOf } from './comment-list.ts'

/** Loads earlier comments; resolves to whether there were any, `undefined` on failure. */
export async function loadEarlier(): Promise<boolean | undefined> {
  const first = $comments.get()[0]
  if (!first || $isLoadingEarlier.get()) return false
  $isLoadingEarlier.set(true)
  const question = await withTimeout(readComments(questionIdOf(), first.commentId)).catch(
    () => undefined,
  )
  $isLoadingEarlier.set(false)
  if (!question) return undefined
  const earlier = question.questionComments ?? []
  addEarlier(earlier)
  $hasEarlier.set(earlier.length > 0 && $comments.get().length < question.questionCommentsCount)
  return true
}
