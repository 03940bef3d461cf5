import { formatDate } from '../../i18n/dates.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { unmute } from '../../stores/mute.ts'
import { QuietButton } from '../ui/Form.tsx'
import { PeopleList } from './PeopleList.tsx'

/** Muted people, each with an unmute button (`docs/product.md#mute`). */
export default function MutedPeople() {
  return (
    <PeopleList
      read={() => call('moderation', 'GET /mute', {})}
      endFailed="post.muteFailed"
      renderRow={({ userId, username: name, mutedAt }, end) => (
        <li key={userId}>
          <span>
            <b translate="no">{name}</b>
            <small>{t('muted.since', { date: formatDate(t, 'dd_mm_yyyy', mutedAt * 1000) })}</small>
          </span>
          <QuietButton
            aria-label={t('muted.unmuteOf', { name })}
            onClick={() => end(unmute(userId), t('post.unmuted', { name }))}
          >
            {t('muted.unmute')}
          </QuietButton>
        </li>
      )}
      renderAfter={(people) => people.length === 0 && <p className="lead">{t('muted.empty')}</p>}
    />
  )
}
