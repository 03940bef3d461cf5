import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { COMMENT_LENGTH } from '../../domain/comment.ts'
import { composerPath } from '../../domain/question.ts'
import { t } from '../../i18n/translate.ts'
import { $isDayEnded } from '../../stores/chat.ts'
import { useComposer } from './use-composer.ts'
import { useOwnPosts } from './use-own-posts.ts'
import { COMMENTS_EVER_PER_QUESTION, COMMENTS_PER_QUESTION } from '../../domain/comment-limit.ts'
import { composerDraft } from '../../stores/composer-draft.ts'
import { writtenLanguage } from '../../domain/written-language.ts'
import { $deletedComments } from '../../stores/own-comment-ids.ts'
import { earlierDraft } from '../../stores/earlier-draft.ts'
import { pageLanguage } from '../../stores/language.ts'

/** Code points from which the counter warns. */
const NEARLY_FULL = 120

interface Props {
  questionId: string
  /** The writing page: a tall field, and a post goes back. */
  isPage: boolean
}

export function Composer({ questionId, isPage }: Props) {
  const composer = useComposer(questionId, isPage)
  const left = useOwnPosts(questionId, composer.settle)
  const deleted = useStore($deletedComments, { ssr: 'initial' })
  const isDayEnded = useStore($isDayEnded, { ssr: 'initial' })
  return (
    <>
      <form
        className={isPage ? 'composer composer-page' : 'composer'}
        data-question-id={questionId}
        method="post"
        noValidate
        onSubmit={composer.submit}
      >
        <EarlierDraft questionId={questionId} onUse={composer.add} />
        <ComposerField {...{ questionId, isPage, left }} {...composer} />
      </form>
      <div className="limit-notice" tabIndex={-1}>
        <p suppressHydrationWarning>
          {t(
            deleted > COMMENTS_EVER_PER_QUESTION - COMMENTS_PER_QUESTION
              ? 'composer.error.limit'
              : 'composer.limitReached',
          )}
        </p>
        <p suppressHydrationWarning>{t('composer.comeBack')}</p>
        {composer.count > 0 && <p>{t('composer.kept')}</p>}
        {/* Beside the list, the post's bubble shows it. */}
        {composer.heldBecause && (
          <p className={isPage ? undefined : 'visually-hidden'}>{composer.heldBecause}</p>
        )}
      </div>
      <div className="day-ended" role="status">
        {isDayEnded && (
          <>
            <p>{t('question.ended')}</p>
            <a className="button" href="/">
              {t('question.next')}
            </a>
          </>
        )}
      </div>
    </>
  )
}

interface FieldProps extends Partial<
  Omit<ReturnType<typeof useComposer>, 'submit' | 'add' | 'settle'>
> {
  questionId?: string
  isPage?: boolean
  left?: number | undefined
}

export function ComposerField({ questionId, isPage = false, left, ...composer }: FieldProps) {
  const { field, fieldProps, count = 0, note, isBusy } = composer
  return (
    <div className="composer-form">
      <label className="visually-hidden" htmlFor="post" suppressHydrationWarning>
        {t('composer.label')}
      </label>
      <textarea
        id="post"
        ref={field}
        rows={isPage ? 6 : 1}
        placeholder={t('composer.placeholder')}
        aria-describedby="post-count post-note"
        autoComplete="off"
        enterKeyHint="enter"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page for writing has nothing else
        autoFocus={isPage}
        data-hold=""
        suppressHydrationWarning
        {...fieldProps}
      />
      <div className="composer-row">
        {!isPage && questionId && (
          <a
            className="open-form"
            href={composerPath(questionId)}
            aria-label={t('composer.openForm')}
            suppressHydrationWarning
          >
            <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
              <path d="M11.5 3.5h5v5M16.5 3.5l-6 6M8.5 16.5h-5v-5M3.5 16.5l6-6" />
            </svg>
          </a>
        )}
        <Dots left={left} />
        <p className="count" id="post-count" data-near={count >= NEARLY_FULL || undefined}>
          {`${count}/${COMMENT_LENGTH}`}
        </p>
        {questionId && (
          <button
            className="button composer-post"
            type="submit"
            aria-busy={isBusy || undefined}
            suppressHydrationWarning
          >
            {t('composer.post')}
          </button>
        )}
      </div>
      <p
        // A post is seen in the list.
        className={note?.kind === 'success' ? 'visually-hidden' : 'composer-note'}
        id="post-note"
        role="status"
        data-kind={note?.kind}
        data-key={note?.key}
      >
        {note?.text ?? ''}
      </p>
    </div>
  )
}

function Dots({ left }: Pick<FieldProps, 'left'>) {
  if (left === undefined) return <p className="dots" />
  return (
    <p className="dots">
      <span aria-hidden="true">{'●'.repeat(COMMENTS_PER_QUESTION - left) + '○'.repeat(left)}</span>
      {t('composer.dots', { count: left })}
    </p>
  )
}

type EarlierProps = Pick<Props, 'questionId'> & { onUse: (text: string) => void }

/** Offers the unsent text of a past day while the field is empty: use or discard. */
function EarlierDraft({ questionId, onUse }: EarlierProps) {
  const [draft, setDraft] = useState<ReturnType<typeof earlierDraft>>()
  useEffect(() => {
    if (!composerDraft(questionId).known) setDraft(earlierDraft(questionId))
  }, [questionId])
  if (!draft) return null
  const end = (text: string) => {
    onUse(text)
    draft.remove()
    setDraft(undefined)
  }
  return (
    <div className="earlier-draft">
      <p>{t('composer.earlier.heading')}</p>
      <blockquote dir="auto" lang={writtenLanguage(draft.text, pageLanguage())}>
        {draft.text}
      </blockquote>
      <button type="button" className="link-button" onClick={() => end(draft.text)}>
        {t('composer.earlier.use')}
      </button>
      <button type="button" className="link-button" onClick={() => end('')}>
        {t('composer.earlier.discard')}
      </button>
    </div>
  )
}
