import { codeOf } from '../../api/result.ts'
import * as errorCode from '../../api/error-code.ts'
import type { Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $announcement, $deleteProblem } from '../../stores/chat.ts'
import { removeComment } from '../../stores/optimistic-comments.ts'
import { removeOwnComment } from '../../stores/own-comment-ids.ts'
import { focusList } from './comment-list.ts'

/** Deletes the person's comment; one already deleted counts as success. */
export async function deletePost(t: Translate, commentId: string): Promise<void> {
  const response = await call('comment', 'DELETE /comment', { commentId })
  const isDeleted = response.ok || codeOf(response) === errorCode.dataNotFound
  $deleteProblem.set(isDeleted ? '' : t('commentList.deleteFailed'))
  if (!isDeleted) return
  removeOwnComment(commentId)
  // The focused menu is removed with its comment.
  if (document.activeElement?.closest(`[data-comment-id="${CSS.escape(commentId)}"]`)) focusList()
  removeComment(commentId)
  $announcement.set(t('commentList.deleted'))
}
