import type { Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { removeComment } from '../../stores/optimistic-comments.ts'
import { removeOwnComment } from '../../stores/own-comment-ids.ts'
import { codeOf } from '../../api/result.ts'
import * as errorCode from '../../api/error-code.ts'

/** Deletes a comment of the person and removes it from the screen, also when it was deleted before. */
export async function deletePost(
  t: Translate,
  commentList: HTMLElement,
  commentId: string,
): Promise<void> {
  const response = await call('comment', 'DELETE /comment', { commentId })
  const isDeleted = response.ok || codeOf(response) === errorCode.dataNotFound
  showFailure(commentList, isDeleted ? undefined : t('commentList.deleteFailed'))
  if (!isDeleted) return
  removeOwnComment(commentId)
  removeComment(commentId)
  commentList.querySelector('.announcer')!.textContent = t('commentList.deleted')
  // The menu that had the focus is gone with its comment.
  if (document.activeElement !== document.body) return
  const scroller = commentList.querySelector<HTMLElement>('.scroller')!
  scroller.tabIndex = 0
  scroller.focus({ preventScroll: true })
}

/** Shows that the deletion failed, or removes that sentence after a success. */
function showFailure(commentList: HTMLElement, sentence: string | undefined): void {
  const notice = commentList.querySelector<HTMLElement>('.list-notice')!
  const name = 'deleteFailed'
  if (sentence) {
    notice.dataset['shown'] = name
    notice.textContent = sentence
  } else if (notice.dataset['shown'] === name) {
    delete notice.dataset['shown']
    notice.textContent = ''
  }
}
