import { memo } from 'react'
import type { Language } from '../../domain/language.ts'
import { hasWords } from '../../domain/comment-translation.ts'
import { crestOf } from '../../domain/crest.ts'
import { tokyoIso } from '../../domain/tokyo-time.ts'
import { fillDate } from '../../i18n/date-patterns.ts'
import { t } from '../../i18n/translate.ts'
import type { ShownComment } from '../../stores/comments.ts'
import { unfold } from '../../stores/reported.ts'
import { CommentMenu } from './CommentMenu.tsx'
import type { Reading } from './translation/readings.ts'

interface Props {
  language: Language
  comment: ShownComment
  /** Follows a comment by the same person: picture, name and time are shown once. */
  isContinued: boolean
  isOwn?: boolean
  isMuted?: boolean
  /** Why only a press shows it: reported by this person, or one’s author asked them. */
  fold?: 'reported' | 'asked' | undefined
  isNew?: boolean
  /** First comment since the person's last visit. */
  isFirstSince?: boolean
  reading?: Reading | undefined
  /** Called with the press on the mark of one in another language. */
  onRead?: (commentId: string) => void
  isHydrated?: boolean
}

const mark = (isSet: boolean | undefined) => (isSet ? '' : undefined)

/** `first-paint.js` and translation extensions change it before hydration: no mismatch counts. */
export const Comment = memo(function Comment(props: Props) {
  const { language, comment, isHydrated, reading } = props
  const { commentId, userId, text, lang, userOptions, isPending } = comment
  const at = comment.lastUpdated * 1000
  const isForeign = (lang ?? language) !== language && hasWords(text)
  const show = (button: Element) => {
    button.closest('li')!.querySelector('summary')!.focus()
    unfold(commentId)
  }
  return (
    <li
      suppressHydrationWarning
      data-new={mark(props.isNew)}
      data-continued={mark(props.isContinued)}
      data-comment-id={commentId}
      data-user-id={userId}
      data-own={mark(props.isOwn)}
      data-pending={mark(isPending || comment.isLeaving)}
      data-reported={mark(props.fold !== undefined)}
      data-long={mark(text.split('\n').length > 12)}
      data-held={mark(isHydrated && comment.hidden !== undefined)}
      hidden={props.isMuted}
    >
      {props.isFirstSince && <p className="new-since">{t('echo.since')}</p>}
      <img
        src={userOptions.picture || crestOf(userId)}
        width="36"
        height="36"
        alt=""
        loading="lazy"
        decoding="async"
      />
      <p className="who">
        <b dir="auto" suppressHydrationWarning>
          {userOptions.username}
        </b>{' '}
        <time dateTime={`${tokyoIso(at).slice(0, 19)}+09:00`} suppressHydrationWarning>
          {fillDate(t('amPmHhMm'), at)}
        </time>
        {isForeign && (
          <button
            className="read"
            title={reading?.action ? undefined : t('post.read')}
            data-hold=""
            onClick={() => props.onRead?.(commentId)}
            suppressHydrationWarning
          >
            {reading?.action && t(reading.action)}
          </button>
        )}
      </p>
      <p
        className="text"
        dir="auto"
        lang={lang}
        hidden={reading?.translation !== undefined}
        suppressHydrationWarning
      >
        {text}
      </p>
      {reading?.translation !== undefined && (
        <p className="translation" lang={language} dir="auto">
          {reading.translation}
        </p>
      )}
      {reading?.note && <p className="read-note">{reading.note}</p>}
      {!isPending && <CommentMenu comment={comment} isOwn={props.isOwn} />}
      {isHydrated && props.fold && (
        <p className="folded">
          <span>{t(props.fold === 'asked' ? 'post.asked' : 'post.folded')}</span>
          <button type="button" onClick={({ currentTarget }) => show(currentTarget)}>
            {t('post.show')}
          </button>
        </p>
      )}
      {isHydrated && comment.hidden && (
        <p className="held">
          <span>{t(`history.${comment.hidden.state}`)}</span>{' '}
          <a href="/notices">{t('history.why')}</a>
        </p>
      )}
    </li>
  )
})
