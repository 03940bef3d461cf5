import { formatDate } from '../../i18n/dates.ts'
import { setWords, t, type Messages } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { unmute } from '../../stores/mute.ts'
import { PeopleList } from './PeopleList.tsx'

const readMuted = () => call('moderation', 'GET /mute', {})

/** Muted people, each with an unmute button (`docs/product.md#mute`). */
export default function MutedPeople({ messages }: { messages: Messages }) {
  setWords(messages)
  return (
    <PeopleList
      read={readMuted}
      failed="muted.failed"
      endFailed="post.muteFailed"
      rowOf={({ userId, username: name, mutedAt }) => ({
        key: userId,
        name,
        isPerson: true,
        notes: [t('muted.since', { date: formatDate(t, 'dd_mm_yyyy', mutedAt * 1000) })],
        end: {
          text: t('muted.unmute'),
          label: t('muted.unmuteOf', { name }),
          run: () => unmute(userId),
          done: t('post.unmuted', { name }),
        },
      })}
      renderAfter={(people) => people.length === 0 && <p className="lead">{t('muted.empty')}</p>}
    />
  )
}
