import { codeOf } from '../../api/result.ts'
import * as errorCode from '../../api/error-code.ts'
import type { Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $announcement, $deleteProblem } from '../../stores/chat.ts'
import { removeComment } from '../../stores/optimistic-comments.ts'
import { removeOwnComment } from '../../stores/own-comment-ids.ts'
import { focusList } from './comment-list.ts'

/** Deletes a comment of the person and removes it from the screen, also when it was deleted before. */
export async function deletePost(t: Translate, commentId: string): Promise<void> {
  const response = await call('comment', 'DELETE /comment', { commentId })
  const isDeleted = response.ok || codeOf(response) === errorCode.dataNotFound
  $deleteProblem.set(isDeleted ? '' : t('commentList.deleteFailed'))
  if (!isDeleted) return
  removeOwnComment(commentId)
  // The menu that had the focus goes with its comment.
  if (document.activeElement?.closest(`[data-comment-id="${CSS.escape(commentId)}"]`)) focusList()
  removeComment(commentId)
  $announcement.set(t('commentList.deleted'))
}
