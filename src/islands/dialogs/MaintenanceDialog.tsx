import { tokyoParts } from '../../domain/question-day.ts'
import type { Translate } from '../../i18n/translate.ts'
import { closeDialog } from '../../stores/dialog.ts'
import { Dialog } from './Dialog.tsx'

const twoDigits = (figure: number) => String(figure).padStart(2, '0')

/** @param end epoch seconds, shown in Asia/Tokyo as year.month.day and hours:minutes (`product.md §2`) */
export function MaintenanceDialog({ t, end }: { t: Translate; end: number }) {
  const { year, month, day, hours, minutes } = tokyoParts(end * 1000)
  const date = `${year}.${twoDigits(month)}.${twoDigits(day)}`
  const time = `${twoDigits(hours)}:${twoDigits(minutes)}`
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
        <b>{t('dialog.maintenance.until', { date, time })}</b>
      </p>
      <p>{t('dialog.maintenance.apology')}</p>
    </Dialog>
  )
}
