import type { OpenSession } from '../../contract/calls/session.ts'
import { formatDate } from '../../i18n/dates.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { QuietButton } from '../ui/Form.tsx'
import { PeopleList } from './PeopleList.tsx'

const endSession = (sessionId: string) => call('user', 'DELETE /user/sessions', { sessionId })
const endOthers = () => call('user', 'DELETE /user/sessions/others', {})

const lastUse = ({ signedInAt, usedAt }: OpenSession) =>
  t('sessions.used', {
    since: formatDate(t, 'dd_mm_yyyy', signedInAt * 1000),
    date: formatDate(t, 'dd_mm_yyyy', usedAt * 1000),
    time: formatDate(t, 'amPmHhMm', usedAt * 1000),
  })

/** Devices that are logged in; the others can be logged out (`docs/product.md#account-settings`). */
export default function Sessions() {
  return (
    <PeopleList
      read={() => call('user', 'GET /user/sessions', {})}
      endFailed="sessions.endFailed"
      renderRow={(session, end) => {
        const { sessionId, isCurrent } = session
        const device = t(`sessions.device.${session.deviceName ?? 'unknown'}`)
        return (
          <li key={sessionId}>
            <span>
              <b>{device}</b>
              <small>{lastUse(session)}</small>
            </span>
            {isCurrent ? (
              <small>{t('sessions.current')}</small>
            ) : (
              <QuietButton
                aria-label={t('sessions.endOf', { device })}
                onClick={() => end(endSession(sessionId), t('sessions.ended', { device }))}
              >
                {t('sessions.end')}
              </QuietButton>
            )}
          </li>
        )
      }}
      renderAfter={(sessions, end) =>
        sessions.length > 1 && (
          <QuietButton onClick={() => end(endOthers(), t('sessions.othersEnded'))}>
            {t('sessions.endOthers')}
          </QuietButton>
        )
      }
    />
  )
}
