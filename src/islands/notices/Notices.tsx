import { storedTokens } from '../../api/tokens.ts'
import { setWords, t, type Messages } from '../../i18n/translate.ts'
import { useLoad } from '../ui/use-load.ts'
import { LoadFailure } from '../ui/Form.tsx'
import { NoticeCard } from './NoticeCard.tsx'
import { call } from '../../stores/call.ts'

/** The person's moderation notices, newest first (`docs/product.md#notices-and-appeals`). */
export default function Notices({ messages }: { messages: Messages }) {
  setWords(messages)
  const { value: notices, failure, retry } = useLoad(readNotices)

  return (
    <div className="notices" aria-busy={!notices && !failure}>
      <LoadFailure failure={failure} failed="notices.failed" onRetry={retry} />
      {notices?.map((notice) => (
        <NoticeCard key={notice.noticeId} notice={notice} />
      ))}
      {notices?.length === 0 && <p className="lead">{t('notices.empty')}</p>}
    </div>
  )
}

/** Marks notices as read; new ones keep their mark until the next visit. */
async function readNotices() {
  const result = await call('moderation', 'GET /notice', {})
  const noticeIds = result.ok
    ? result.results.flatMap(({ isRead, noticeId }) => (isRead ? [] : noticeId))
    : []
  if (noticeIds[0])
    void call('moderation', 'PUT /notice/read', { noticeIds }).then(({ ok }) => {
      if (ok) storedTokens()?.storage.removeItem('UnreadNotices')
    })
  return result
}
