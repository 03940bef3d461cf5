import type { Announcement } from '../../../contract/calls/operator-announcements.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { timeOf } from '../format.ts'
import type { PreviewWords } from './AnnouncementForm.tsx'
import { refusalText } from './refusal-text.ts'
import { RemoveButton } from './RemoveButton.tsx'
import { call } from '../../../stores/call.ts'

interface Props {
  t: Translate
  dialogs: readonly PreviewWords[]
  list: readonly Announcement[]
  onDone: () => void
}

/** The announcements, newest first; those to come and the current one can be withdrawn. */
export function AnnouncementList({ t, dialogs, list, onDone }: Props) {
  const withdraw = async (announcementId: string) => {
    const input = { announcementId }
    const result = await call('operator', 'PUT /announcement/withdrawal', input)
    if (!result.ok) return refusalText(t, result)
    onDone()
    return undefined
  }
  if (list.length === 0) return <p className="field-hint">{t('announce.empty')}</p>
  return (
    <ul className="announcement-list" role="list">
      {list.map((one) => (
        <li key={one.announcementId} data-state={one.state}>
          <p>
            <strong>{t(`announce.state.${one.state}`)}</strong>{' '}
            <small>{timeOf(t, one.startsAt)}</small>
          </p>
          {dialogs.map(({ language }) => (
            <p key={language} lang={language} className="announcement-text">
              {one.texts[language]}
            </p>
          ))}
          {(one.state === 'coming' || one.state === 'shown') && (
            <RemoveButton
              t={t}
              text={t('announce.withdraw')}
              question={t('announce.withdrawSure')}
              remove={() => withdraw(one.announcementId)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
