import { removeComment } from '../../stores/comments.ts'
import { forgetOwnPost } from '../../stores/own-posts.ts'
import { callAsPerson } from '../../stores/call-as-person.ts'
import { codeOf } from '../../api/call.ts'
import { errorCode } from '../../api/error-code.ts'

/** Deletes one's own comment and takes it off the screen; one that is already gone as well. */
export async function deletePost(commentId: string): Promise<void> {
  const answer = await callAsPerson('comment', '/comment', {
    method: 'DELETE',
    body: { commentId },
  })
  if (answer.ok || codeOf(answer) === errorCode.dataNotFound) {
    forgetOwnPost(commentId)
    return removeComment(commentId)
  }
  const notice = document.querySelector<HTMLElement>('.chat-notice')
  if (notice) notice.textContent = notice.dataset['deleteFailed'] ?? ''
}
