import * as errorCode from '../../api/error-code.ts'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { postPath } from '../../domain/post-address.ts'
import type { Translate } from '../../i18n/translate.ts'
import { $announcement, $deleteProblem, $postNotice } from '../../stores/chat.ts'
import type { ShownComment } from '../../stores/comments.ts'
import { $dialog } from '../../stores/dialog.ts'
import { $user } from '../../stores/user.ts'
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

export function CommentMenu({ t, comment, isOwn }: Props) {
  const menu = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    menu.current!.open = false
    menu.current!.querySelector('summary')!.focus()
  }
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && isOpen) close()
  }
  // A dialog returns the focus to the element that had it.
  const run = (action: () => void) => {
    close()
    action()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- closes it
    <details
      ref={menu}
      className="post-menu"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onKeyDown={closeOnEscape}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
      }}
    >
      <summary
        data-hold=""
        aria-label={`${t('commentList.menu')} ${comment.userOptions.username}`}
        suppressHydrationWarning
      />
      {isOpen && <Entries t={t} comment={comment} isOwn={isOwn} run={run} />}
    </details>
  )
}

function Entries({ t, comment, isOwn, run }: Props & { run: (action: () => void) => void }) {
  const { commentId, userId, userOptions, text } = comment
  const entries = useRef<HTMLDivElement>(null)
  const [isUp, setUp] = useState(false)
  // Opens upwards if there is no space below.
  useLayoutEffect(() => {
    const { bottom } = entries.current!.getBoundingClientRect()
    const floor = entries.current!.closest('.scroller')!.getBoundingClientRect().bottom
    setUp(bottom > Math.min(floor, innerHeight))
  }, [])
  const entry = (label: string, action: () => void, className?: string): ReactNode => (
    // Safari focuses a pressed button only with a tabindex; unfocused, the menu would close first.
    <button type="button" tabIndex={0} className={className} onClick={() => run(action)}>
      {label}
    </button>
  )
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
