import * as errorCode from '../../api/error-code.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { postPath } from '../../domain/post-address.ts'
import type { Translate } from '../../i18n/translate.ts'
import { $announcement, $deleteProblem, $postNotice } from '../../stores/chat.ts'
import type { ShownComment } from '../../stores/comments.ts'
import { $dialog } from '../../stores/dialog.ts'
import { $user } from '../../stores/user.ts'
import { Menu, type Entry } from '../ui/Menu.tsx'
import { mutePerson } from './mute-person.ts'
import { focusList, questionIdOf } from './comment-list.ts'
import { codeOf } from '../../api/result.ts'
import { call } from '../../stores/call.ts'
import { removeComment } from '../../stores/optimistic-comments.ts'
import { removeOwnComment } from '../../stores/own-comment-ids.ts'

interface Props {
  t: Translate
  comment: ShownComment
  isOwn?: boolean | undefined
}

export const CommentMenu = ({ t, comment, isOwn }: Props) => (
  <Menu className="post-menu" label={`${t('commentList.menu')} ${comment.userOptions.username}`}>
    {(entry) => <Entries {...{ t, comment, isOwn, entry }} />}
  </Menu>
)

function Entries({ t, comment, isOwn, entry }: Props & { entry: Entry }) {
  const { commentId, userId, userOptions, text } = comment
  const entries = useRef<HTMLDivElement>(null)
  const [isUp, setUp] = useState(false)
  // Opens upwards if there is no space below.
  useLayoutEffect(() => {
    const { bottom } = entries.current!.getBoundingClientRect()
    const floor = entries.current!.closest('.scroller')!.getBoundingClientRect().bottom
    setUp(bottom > Math.min(floor, innerHeight))
  }, [])
  const questionId = questionIdOf()
  const name = userOptions.username
  const share = (answer?: string) =>
    $dialog.set({
      name: 'share',
      questionId,
      question: document.getElementById('question')?.textContent ?? '',
      ...(answer !== undefined && { answer }),
    })
  return (
    <div ref={entries} data-up={isUp ? '' : undefined}>
      {isOwn ? (
        <>
          {entry(t('share.answer'), () => share(text))}
          {entry(
            t('commentList.delete'),
            () =>
              $dialog.set({ name: 'deletePost', onConfirm: () => void deletePost(t, commentId) }),
            'danger',
          )}
        </>
      ) : (
        <>
          {entry(t('post.report'), () => $dialog.set({ name: 'report', commentId }))}
          {$user.get() &&
            entry(t('post.mute', { name }), () => void mutePerson(t, { userId, name }))}
        </>
      )}
      {entry(t('share.question'), () => share())}
      {entry(t('post.copyLink'), () => void copyAddress(t, questionId, commentId))}
    </div>
  )
}

async function copyAddress(t: Translate, questionId: string, commentId: string): Promise<void> {
  const address = location.origin + postPath(questionId, commentId)
  try {
    // The clipboard API requires https.
    await navigator.clipboard.writeText(address)
    $postNotice.set({ text: t('post.linkCopied') })
  } catch {
    $postNotice.set({ text: address })
  }
}

/** Deletes the person's comment; one already deleted counts as success. */
async function deletePost(t: Translate, commentId: string): Promise<void> {
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
