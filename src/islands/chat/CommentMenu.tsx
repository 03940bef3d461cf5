import { postPath } from '../../domain/post-address.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'
import { $postNotice } from '../../stores/chat.ts'
import { storedComments, type ShownComment } from '../../stores/comments.ts'
import { $dialog } from '../../stores/dialog.ts'
import { $user } from '../../stores/user.ts'
import { Menu } from '../ui/Menu.tsx'
import { focusList, itemOf, openShare, questionIdOf } from './comment-list.ts'
import { type CallResult, errorCode } from '../../api/result.ts'
import { call } from '../../stores/call.ts'
import { mute, unmute } from '../../stores/mute.ts'
import { markLeaving, removeComment } from '../../stores/optimistic-comments.ts'
import { removeOwnComment } from '../../stores/own-comment-ids.ts'

interface Props {
  comment: ShownComment
  isOwn?: boolean | undefined
}

export function CommentMenu({ comment, isOwn }: Props) {
  const { commentId, userId, userOptions, text, hidden } = comment
  const name = userOptions.username
  const remove = () =>
    $dialog.set({ name: 'deletePost', onConfirm: () => void deletePost(commentId) })
  return (
    <Menu className="post-menu" label={`${t('commentList.menu')} ${name}`}>
      {(entry) => (
        <div>
          {/* Nobody else can see a held post. */}
          {!hidden && (
            <>
              {isOwn && entry(t('share.answer'), () => openShare(text, commentId))}
              {entry(t('post.copyLink'), () => void copyAddress(commentId))}
            </>
          )}
          {isOwn ? (
            entry(t('commentList.delete'), remove, 'danger')
          ) : (
            <>
              {$user.get() &&
                entry(t('post.mute', { name }), () => void mutePerson({ commentId, userId, name }))}
              {entry(t('post.report'), () => $dialog.set({ name: 'report', commentId }))}
            </>
          )}
        </div>
      )}
    </Menu>
  )
}

const say = (text: string) => $postNotice.set({ text })

async function copyAddress(commentId: string): Promise<void> {
  const address = location.origin + postPath(questionIdOf(), commentId)
  try {
    // The clipboard API requires https.
    await navigator.clipboard.writeText(address)
    say(t('post.linkCopied'))
  } catch {
    say(address)
  }
}

/** Deletes the person's comment; one already deleted counts as success. */
async function deletePost(commentId: string): Promise<void> {
  markLeaving({ commentId }, true)
  const response = await call('comment', 'DELETE /comment', { commentId })
  markLeaving({ commentId }, false)
  // The answer may be lost, and the live event not.
  const isListed = storedComments().some((comment) => comment.commentId === commentId)
  if (!response.ok && response.code !== errorCode.dataNotFound && isListed)
    return say(t('commentList.deleteFailed'))
  removeOwnComment(commentId)
  removeComment(commentId)
  say(t('commentList.deleted'))
}

interface Muted {
  userId: string
  name: string
}

const refusals: Record<number, MessageKey> = {
  [errorCode.userNotActivated]: 'post.muteRefused',
  [errorCode.userBanned]: 'post.muteRefused',
  [errorCode.userTemporarilyBanned]: 'post.muteRefused',
  [errorCode.dataNotAvailable]: 'post.mutesFull',
}

const refusalOf = (result: CallResult<unknown>): MessageKey =>
  refusals[result.code ?? 0] ?? 'post.muteFailed'

async function mutePerson({ commentId, ...person }: Muted & { commentId: string }): Promise<void> {
  markLeaving({ userId: person.userId }, true)
  const result = await mute(person.userId)
  markLeaving({ userId: person.userId }, false)
  if (!result.ok) return say(t(refusalOf(result)))
  $postNotice.set({
    text: t('post.muted', { name: person.name }),
    action: { text: t('post.undo'), run: () => void unmutePerson(person) },
  })
  const { activeElement } = document
  if (activeElement === document.body || itemOf(commentId)?.contains(activeElement)) focusList()
}

async function unmutePerson({ userId, name }: Muted): Promise<void> {
  const result = await unmute(userId)
  say(result.ok ? t('post.unmuted', { name }) : t(refusalOf(result)))
}
