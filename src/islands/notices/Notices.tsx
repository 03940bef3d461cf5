import { useCallback, useEffect, useState } from 'react'
import type { Failure } from '../../api/result.ts'
import { storedTokens } from '../../api/tokens.ts'
import type { ModerationNotice } from '../../contract/moderation-schemas.ts'
import { translate, type Messages } from '../../i18n/translate.ts'
import { actionFailureText } from '../ui/action-failure.ts'
import { NoticeCard } from './NoticeCard.tsx'
import { call } from '../../stores/call.ts'

/** One's own notices of moderation, newest first (`docs/product.md#notices-and-appeals`). */
export default function Notices({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const [notices, setNotices] = useState<readonly ModerationNotice[]>()
  const [failure, setFailure] = useState<Failure>()

  const load = useCallback(async () => {
    setFailure(undefined)
    const result = await call('moderation', 'GET /notice', {})
    if (!result.ok) {
      setFailure(result)
      return
    }
    // New notices stay marked until the next visit.
    setNotices(result.results)
    await markRead(result.results)
  }, [])
  useEffect(() => void load(), [load])

  return (
    <div className="notices" aria-busy={!notices && !failure}>
      <p className="form-error" role="alert">
        {failure && actionFailureText(t, failure, 'notices.failed')}
      </p>
      {notices?.map((notice) => (
        <NoticeCard key={notice.noticeId} t={t} notice={notice} />
      ))}
      {notices?.length === 0 && <p className="lead">{t('notices.empty')}</p>}
      {failure && (
        <button type="button" className="button button-quiet" onClick={() => void load()}>
          {t('error.retry')}
        </button>
      )}
    </div>
  )
}

async function markRead(notices: readonly ModerationNotice[]): Promise<void> {
  const noticeIds = notices.filter(({ isRead }) => !isRead).map(({ noticeId }) => noticeId)
  if (noticeIds.length === 0) return
  const result = await call('moderation', 'PUT /notice/read', { noticeIds })
  if (result.ok) storedTokens()?.storage.removeItem('UnreadNotices')
}
