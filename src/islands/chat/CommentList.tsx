import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import { languages, type Language } from '../../domain/language.ts'
import { questionPath } from '../../domain/question.ts'
import { t } from '../../i18n/translate.ts'
import { $announcement, $isLoadingEarlier } from '../../stores/chat.ts'
import { $comments, $counts, $hasEarlier } from '../../stores/comments.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { Arrivals } from './Arrivals.tsx'
import type { ChatProps, Served } from './Chat.tsx'
import { Comments } from './Comments.tsx'
import { Cover, useCover } from './Cover.tsx'
import { enterInSight } from './enter-in-sight.ts'
import { KeepPlace } from './KeepPlace.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { PostNotice } from './PostNotice.tsx'
import { Tally } from './Tally.tsx'
import { $translationNotice } from './translation/readings.ts'
import { useListLanguage } from './use-list-language.ts'
import { useNamedPost } from './use-named-post.ts'
import { useTranslation } from './use-translation.ts'

/** A shorter list has no language filter. */
const FILTERED_FROM = 30

interface Props extends Omit<ChatProps, 'served'> {
  /** Until it is hydrated. */
  served: Served | undefined
}

/** The comment list: from the database on the server, from the page's DOM in the browser. */
export function CommentList({ served, language, questionId, part, ...page }: Props) {
  const isLive = part === 'home'
  const isHydrated = useHydrated()
  const stored = useStore($comments)
  const storedCounts = useStore($counts)
  const hasStoredEarlier = useStore($hasEarlier)
  const { comments, counts, hasEarlier } = (!isHydrated && served) || {
    comments: stored,
    counts: storedCounts,
    hasEarlier: hasStoredEarlier,
  }
  const [first] = comments
  const isFiltered = (counts['all'] ?? 0) >= FILTERED_FROM
  const isLoading = useStore($isLoadingEarlier, { ssr: 'initial' })
  const list = useListLanguage()
  const translation = useTranslation(comments)
  const cover = useCover(page.until, questionId)
  useNamedPost()

  const goEarlier = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault()
    const { href } = event.currentTarget
    void list.loadMore().then((isRead) => {
      if (isRead === undefined) location.assign(href)
    })
  }
  const before = first ? `&commentsBefore=${first.commentId}` : ''
  return (
    <div
      className={isLive ? 'comment-list live' : 'comment-list'}
      data-question-id={questionId}
      data-seq={page.seq}
      data-live={isLive ? '' : undefined}
      data-until={page.until}
      data-translator={page.hasTranslator ? '' : undefined}
      data-complete={list.isComplete ? '' : undefined}
      data-filter={isFiltered ? '' : undefined}
      data-covered={cover.isCovered ? '' : undefined}
    >
      <div className="tally">
        {['all', ...languages].map(
          (code) =>
            counts[code] !== undefined && (
              <Tally
                key={code}
                text={t('commentList.posts', { count: '|' })}
                name={code}
                count={counts[code]}
              />
            ),
        )}
        {isFiltered && (
          <LanguageChoice
            counts={counts}
            chosen={list.language as Language | ''}
            onChoose={list.choose}
          />
        )}
        {comments.some(({ lang }) => lang && lang !== language) && (
          <button
            className="read-all"
            type="button"
            role="switch"
            aria-checked={translation.isOn}
            data-hold=""
            onClick={() => translation.turn(!translation.isOn)}
          >
            <span suppressHydrationWarning>{t('listLanguage.readAll')}</span>
          </button>
        )}
        {isLive && <Tally text={t('commentList.readers', { count: '|' })} />}
      </div>
      {cover.isAsking && <Cover onShow={cover.show} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- scrolls by keys */}
      <div
        className="scroller"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keys
        tabIndex={isLive ? 0 : undefined}
        role="region"
        aria-label={t('commentList.label')}
        onKeyDown={enterInSight}
        suppressHydrationWarning
      >
        <div className="flow">
          <a
            className="earlier"
            href={questionPath(questionId) + before}
            hidden={!hasEarlier}
            aria-busy={isLoading || undefined}
            data-hold=""
            onClick={goEarlier}
            suppressHydrationWarning
          >
            {t('commentList.earlier')}
          </a>
          <KeepPlace comments={comments} isLive={isLive}>
            <Comments {...{ language, comments, isHydrated, isLive }} onRead={translation.press} />
          </KeepPlace>
          <div className="empty">
            <svg className="brush-stroke" viewBox="20 120 360 80" aria-hidden="true">
              <path d={page.brushStroke} />
            </svg>
            <p suppressHydrationWarning>
              {t(page.until ? 'commentList.empty' : 'commentList.quiet')}
            </p>
          </div>
          <div className="empty none">
            <p suppressHydrationWarning>{t('listLanguage.none')}</p>
            <button
              className="link-button"
              type="button"
              data-hold=""
              onClick={() => list.choose('')}
              suppressHydrationWarning
            >
              {t('listLanguage.seeAll')}
            </button>
          </div>
          {page.newestHref && (
            <a className="newest" href={page.newestHref} suppressHydrationWarning>
              {t('commentList.newest')}
            </a>
          )}
        </div>
      </div>
      {isLive && <Arrivals />}
      {/* `islands/chat/page/follow-live.ts` writes it, also where this has not loaded. */}
      <div
        className="list-notice problem"
        role="status"
        data-offline={t('commentList.offline')}
        data-failed={t('commentList.failed')}
        data-retry={t('error.retry')}
        suppressHydrationWarning
      >
        {''}
      </div>
      <Status store={$translationNotice} className="list-notice translation-notice" />
      <Status store={$announcement} className="announcer visually-hidden" />
      <PostNotice />
    </div>
  )
}

function Status({ store, className }: { store: typeof $announcement; className: string }) {
  return (
    <div className={className} role="status">
      {useStore(store, { ssr: 'initial' })}
    </div>
  )
}
