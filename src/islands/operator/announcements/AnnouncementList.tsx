import { useState } from 'react'
import type { Announcement } from '../../../contract/announcement-schemas.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { authorizedCall } from '../../../stores/session.ts'
import { focusAtMount } from '../../ui/first-focus.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { timeOf } from '../format-time.ts'
import type { PreviewWords } from './AnnouncementForm.tsx'
import { refusalText } from './refusal-text.ts'

interface Props {
  t: Translate
  dialogs: readonly PreviewWords[]
  list: readonly Announcement[]
  onDone: () => void
}

/** The announcements, newest first; those to come and the current one can be withdrawn. */
export function AnnouncementList({ t, dialogs, list, onDone }: Props) {
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
            <Withdrawal t={t} announcementId={one.announcementId} onDone={onDone} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface WithdrawalProps {
  t: Translate
  announcementId: string
  onDone: () => void
}

/** Asks once more before it withdraws. */
function Withdrawal({ t, announcementId, onDone }: WithdrawalProps) {
  const [isSure, setSure] = useState(false)
  const [problem, setProblem] = useState('')
  const withdraw = async () => {
    const result = await authorizedCall('operator', 'PUT /announcement/withdrawal', {
      announcementId,
    })
    if (result.ok) onDone()
    else setProblem(refusalText(t, result)['form'] ?? '')
  }
  return (
    <>
      {isSure && <p className="field-hint">{t('announce.withdrawSure')}</p>}
      <FormProblem text={problem} />
      <div className="announcement-actions">
        {isSure && (
          <button
            type="button"
            className="button button-quiet"
            // The first focus is on the button that changes nothing.
            ref={focusAtMount}
            onClick={() => setSure(false)}
          >
            {t('announce.cancel')}
          </button>
        )}
        <button
          type="button"
          className={isSure ? 'button button-danger' : 'button button-quiet'}
          onClick={() => (isSure ? void withdraw() : setSure(true))}
        >
          {t('announce.withdraw')}
        </button>
      </div>
    </>
  )
}
