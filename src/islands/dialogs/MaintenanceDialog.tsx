import { endTime } from '../../i18n/end-time.ts'
import type { Translate } from '../../i18n/translate.ts'
import { closeDialog } from '../../stores/dialog.ts'
import { Dialog } from './Dialog.tsx'

/** @param end epoch seconds */
export function MaintenanceDialog({ t, end }: { t: Translate; end: number }) {
  return (
    <Dialog
      title={t('dialog.maintenance.title')}
      actions={
        <button type="button" className="button" onClick={closeDialog}>
          {t('dialog.ok')}
        </button>
      }
    >
      <p>{t('dialog.maintenance.announcement')}</p>
      <p className="dialog-date">
        <b>{t('dialog.maintenance.until', endTime(end))}</b>
      </p>
      <p>{t('dialog.maintenance.apology')}</p>
    </Dialog>
  )
}
