import { useEffect, useRef, useState, useCallback } from 'react'
import { codeOf, errorCode, type Failure } from '../../api/result.ts'
import type { AnsweredDay, OwnComment } from '../../contract/schemas.ts'
import { SEARCH_LENGTH } from '../../domain/search-text.ts'
import { tokyoDayStart } from '../../domain/question-day.ts'
import { formatDate } from '../../i18n/dates.ts'
import { setWords, t, type Messages } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $dialog } from '../../stores/dialog.ts'
import { actionFailureText } from '../ui/failure-text.ts'
import { AnsweredDays } from './AnsweredDays.tsx'
import { Answers } from './Answers.tsx'
import { ChosenDay } from './ChosenDay.tsx'
import { KeepPosts } from './KeepPosts.tsx'
import { useStore } from '@nanostores/react'
import { $user } from '../../stores/user.ts'
import { loadHistory } from './load-history.ts'

const SEARCH_DELAY_MS = 400

/** The person's posts, newest first (`docs/product.md#screens`). */
export default function History({ messages }: { messages: Messages }) {
  setWords(messages)
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [problem, setProblem] = useState('')
  const [day, setDay] = useState<AnsweredDay>()
  const [changes, setChanges] = useState(0)
  const [isFinding, setFinding] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const { posts, hasMore, isLoading, failure, loadMore, retry, reload } = useHistory(search)

  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed])

  const remove = async (commentId: string) => {
    setProblem('')
    const result = await call('comment', 'DELETE /comment', { commentId })
    if (result.ok || codeOf(result) === errorCode.dataNotFound) {
      // The focused menu is removed with its post.
      title.current?.focus()
      setChanges((count) => count + 1)
      return reload()
    }
    setProblem(actionFailureText(result, 'history.deleteFailed'))
  }
  const askToRemove = (commentId: string) =>
    $dialog.set({ name: 'deletePost', onConfirm: () => void remove(commentId) })

  const isEmpty = posts?.length === 0 && !isLoading && !failure
  const hasNone = isEmpty && !search && !typed
  // Until the first response show nothing that an empty history would remove again.
  const [isKnown, setKnown] = useState(false)
  if (!isKnown && (posts || failure)) setKnown(true)
  const hasSome = isKnown && !hasNone
  return (
    <section className="history" aria-labelledby="history-title">
      {hasSome && (
        <div className="history-tools">
          <button
            type="button"
            className="fold"
            aria-expanded={isFinding}
            aria-controls="history-find"
            onClick={() => setFinding(!isFinding)}
          >
            {t('journal.find')}
          </button>
          <KeepPosts />
          <div id="history-find" data-open={isFinding || undefined}>
            <div className="field">
              <input
                type="search"
                enterKeyHint="search"
                maxLength={SEARCH_LENGTH}
                aria-label={t('history.search')}
                placeholder={t('history.search')}
                value={typed}
                onChange={(event) => {
                  setTyped(event.currentTarget.value)
                  setDay(undefined)
                }}
              />
            </div>
            <AnsweredDays
              chosen={day}
              onChoose={(chosen) => {
                setTyped('')
                setDay(chosen.day === day?.day ? undefined : chosen)
              }}
              changes={changes}
            />
          </div>
        </div>
      )}
      <div className="history-words">
        <h2
          id="history-title"
          ref={title}
          tabIndex={-1}
          className="visually-hidden"
          aria-live="polite"
        >
          {day ? formatDate(t, 'theme_date', tokyoDayStart(day.day)) : t('history.title')}
        </h2>
        <p className="form-error" role="alert">
          {problem || (!day && failure && actionFailureText(failure, 'history.failed'))}
        </p>
        {day ? (
          <ChosenDay
            key={day.day}
            chosen={day}
            changes={changes}
            onDelete={askToRemove}
            onLeave={() => {
              title.current?.focus()
              setDay(undefined)
            }}
          />
        ) : (
          <>
            <div aria-busy={isLoading}>
              {posts && <Answers posts={posts} onDelete={askToRemove} />}
            </div>
            <p role="status" className="lead">
              {isLoading && t('history.loading')}
              {isEmpty && t(hasNone ? 'history.empty' : 'history.notFound')}
            </p>
            {hasNone && (
              <a className="button" href="/">
                {t('history.toToday')}
              </a>
            )}
            {failure && (
              <button type="button" className="button button-quiet" onClick={retry}>
                {t('error.retry')}
              </button>
            )}
            {hasMore && !isLoading && !failure && (
              <button type="button" className="button button-quiet" onClick={loadMore}>
                {t('history.more')}
              </button>
            )}
          </>
        )}
      </div>
    </section>
  )
}

interface LoadedHistory {
  posts: OwnComment[] | undefined
  hasMore: boolean
  isLoading: boolean
  failure: Failure | undefined
  loadMore(): void
  retry(): void
  /** Reloads as many posts as are shown. */
  reload(): void
}

/** Matching posts, page by page. Skipped before activation, when the service refuses. */
function useHistory(search: string): LoadedHistory {
  const { userId, activated } = useStore($user, { ssr: 'initial' }) ?? {}
  const [posts, setPosts] = useState<OwnComment[]>()
  const [next, setNext] = useState<string>()
  // The search whose posts have come: until then the former ones are shown.
  const [loaded, setLoaded] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  // Number of the latest load, to drop stale responses.
  const newest = useRef(0)
  const last = useRef<[earlier: OwnComment[], before: string | undefined, count?: number]>([
    [],
    undefined,
  ])

  const load = useCallback(
    async (earlier: OwnComment[], before: string | undefined, count?: number) => {
      if (!userId) return
      if (!activated) {
        setPosts([])
        return setLoaded(search)
      }
      last.current = [earlier, before, count]
      const number = ++newest.current
      setLoaded(undefined)
      setFailure(undefined)
      const result = await loadHistory(userId, search, before, count)
      if (number !== newest.current) return
      setLoaded(search)
      if (!result.ok) {
        setFailure(result)
        // The posts shown are stale.
        if (!before) setPosts(undefined)
        return
      }
      setPosts([...earlier, ...result.results.posts])
      setNext(result.results.next)
    },
    [userId, activated, search],
  )

  useEffect(() => void load([], undefined), [load])

  return {
    posts,
    hasMore: next !== undefined,
    isLoading: loaded !== search,
    failure,
    retry: () => void load(...last.current),
    loadMore: () => void load(posts ?? [], next),
    reload: () => void load([], undefined, posts?.length || undefined),
  }
}
