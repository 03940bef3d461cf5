import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorCode } from '../../api/result.ts'
import type { AnsweredDay, OwnComment } from '../../contract/schemas.ts'
import { SEARCH_LENGTH } from '../../domain/search-text.ts'
import { tokyoDayStart } from '../../domain/question-day.ts'
import { formatDate } from '../../i18n/dates.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $dialog } from '../../stores/dialog.ts'
import { LoadFailure, QuietButton } from '../ui/Form.tsx'
import { actionFailureText } from '../ui/failure-text.ts'
import { usePages } from '../ui/use-pages.ts'
import { AnsweredDays } from './AnsweredDays.tsx'
import { Answers, notify } from './Answers.tsx'
import { KeepPosts } from './KeepPosts.tsx'
import { useStore } from '@nanostores/react'
import { $user } from '../../stores/user.ts'
import { loadHistory } from './load-history.ts'

const SEARCH_DELAY_MS = 400

/** The person's posts (`docs/product.md#screens`). */
export default function History() {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const [changes, setChanges] = useState(0)
  const [isFinding, setFinding] = useState(false)
  const [day, setDay] = useChosenDay(() => setFinding(true))
  const title = useRef<HTMLHeadingElement>(null)
  const search = typed.trim()
  const { list: posts, isLoading, failure, more, retry, reload } = useHistory(search)

  const remove = async (commentId: string) => {
    setProblem('')
    const result = await call('comment', 'DELETE /comment', { commentId })
    if (result.ok || result.code === errorCode.dataNotFound) {
      // The focused menu is removed with its post; the reader's place stays.
      const { activeElement } = document
      if (activeElement === document.body || activeElement?.closest('.history-menu'))
        title.current?.focus({ preventScroll: true })
      notify(t('commentList.deleted'))
      setChanges((count) => count + 1)
      return reload()
    }
    setProblem(actionFailureText(result, 'history.deleteFailed'))
  }
  const askToRemove = (commentId: string) =>
    $dialog.set({ name: 'deletePost', onConfirm: () => void remove(commentId) })

  const isEmpty = posts?.length === 0 && !isLoading && !failure
  const hasNone = isEmpty && !typed
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
              onLeave={() => setDay(undefined)}
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
          {problem}
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
              {posts && <Answers {...{ posts, search }} onDelete={askToRemove} />}
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
            <LoadFailure failure={failure} failed="history.failed" onRetry={retry} />
            {more && !failure && <QuietButton onClick={more}>{t('history.more')}</QuietButton>}
          </>
        )}
      </div>
    </section>
  )
}

/** The chosen day, also on the way back from its question. */
function useChosenDay(onFound: () => void) {
  const [day, setDay] = useState<AnsweredDay>()
  const find = useEffectEvent(() => {
    if (!history.state?.day) return
    setDay(history.state.day)
    onFound()
  })
  useEffect(() => find(), [])
  const choose = (chosen: AnsweredDay | undefined) => {
    if (chosen === day) return
    history.replaceState({ ...history.state, day: chosen }, '')
    setDay(chosen)
  }
  return [day, choose] as const
}

/** Matching posts, page by page. Not requested before activation, when the service refuses. */
function useHistory(search: string) {
  const { userId = '', activated } = useStore($user, { ssr: 'initial' }) ?? {}
  return usePages<OwnComment>(
    async (_, before, count) => {
      if (activated) return loadHistory(userId, search, before, count)
      // Who the person is may not be known yet.
      return userId ? { ok: true, status: 200, results: [] } : new Promise(() => {})
    },
    { key: `${userId} ${activated} ${search}`, delay: search ? SEARCH_DELAY_MS : 0 },
  )
}

interface ChosenDayProps {
  chosen: AnsweredDay
  changes: number
  onDelete: (commentId: string) => void
  onLeave: () => void
}

/** The answers of one day, in place of all. */
function ChosenDay({ chosen: { questionId }, changes, onDelete, onLeave }: ChosenDayProps) {
  const { list, failure, retry } = usePages(
    () => call('comment', 'GET /comment', { userId: $user.get()?.userId ?? '', questionId }),
    { key: `${changes}` },
  )
  const shown = useRef<HTMLDivElement>(null)
  const follow = useEffectEvent(() => {
    if (list?.length === 0) onLeave()
    // On a phone the answers are below the calendar.
    else if (list) shown.current!.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => follow(), [list])
  return (
    <div className="chosen-day" ref={shown}>
      <LoadFailure failure={failure} failed="journal.failed" onRetry={retry} />
      {list && <Answers posts={list} onDelete={onDelete} />}
      <QuietButton onClick={onLeave}>{t('journal.all')}</QuietButton>
    </div>
  )
}
