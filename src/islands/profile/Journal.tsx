import { useEffect, useRef, useState } from 'react'
import { codeOf, type Failure } from '../../api/call.ts'
import { errorCode } from '../../api/error-code.ts'
import { SEARCH_LENGTH } from '../../domain/search-text.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { $dialog } from '../../stores/dialog.ts'
import { authorizedCall } from '../../stores/session.ts'
import { failureText } from '../ui/failure-text.ts'
import { DownloadPosts } from './DownloadPosts.tsx'
import { JournalMonths } from './JournalMonths.tsx'
import { useJournal } from './use-journal.ts'

/** Milliseconds without typing after which is searched. */
const PAUSE = 400

/** One's own posts, newest first (`product.md §2` History). */
export default function Journal({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [problem, setProblem] = useState('')
  const title = useRef<HTMLHeadingElement>(null)
  const { posts, hasMore, isLoading, failure, loadMore, retry, reload } = useJournal(search)

  useEffect(() => {
    const waiting = setTimeout(() => setSearch(typed.trim()), PAUSE)
    return () => clearTimeout(waiting)
  }, [typed])

  const remove = async (commentId: string) => {
    setProblem('')
    const answer = await authorizedCall('comment', '/comment', {
      method: 'DELETE',
      body: { commentId },
    })
    if (answer.ok || codeOf(answer) === errorCode.dataNotFound) {
      // The menu that had the focus goes away with its post.
      title.current?.focus()
      return reload()
    }
    setProblem(failureText(t, answer))
  }
  const askToRemove = (commentId: string) =>
    $dialog.set({ name: 'deletePost', onConfirm: () => void remove(commentId) })

  const isEmpty = posts?.length === 0 && !isLoading
  return (
    <section className="journal" aria-labelledby="journal-title">
      <div className="journal-head">
        <h2 id="journal-title" ref={title} tabIndex={-1}>
          {t('history.title')}
        </h2>
        <DownloadPosts t={t} />
      </div>
      <div className="field">
        <input
          type="search"
          enterKeyHint="search"
          maxLength={SEARCH_LENGTH}
          aria-label={t('history.search')}
          placeholder={t('history.search')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <p className="form-error" role="alert">
        {problem || (failure && loadingProblem(t, failure))}
      </p>
      <div aria-busy={isLoading}>
        {posts && <JournalMonths t={t} posts={posts} onDelete={askToRemove} />}
      </div>
      <p role="status" className="lead">
        {isLoading && t('history.loading')}
        {isEmpty && !failure && t(search ? 'history.notFound' : 'history.empty')}
      </p>
      {isEmpty && !search && !failure && (
        <p className="form-links">
          <a href="/">{t('navigation.today')}</a>
        </p>
      )}
      {failure && (
        <button type="button" className="button button-quiet" onClick={retry}>
          {t('history.retry')}
        </button>
      )}
      {hasMore && !isLoading && !failure && (
        <button type="button" className="button button-quiet" onClick={loadMore}>
          {t('history.more')}
        </button>
      )}
    </section>
  )
}

/** Nothing was typed that a reader would miss, as the sentence of the forms says. */
const loadingProblem = (t: Translate, failure: Failure) =>
  failure.error === 'network' ? t('history.failed') : failureText(t, failure)
