import type { Translate } from '../../i18n/translate.ts'
import { closeDialog } from '../../stores/dialog.ts'
import { Dialog } from './Dialog.tsx'

export function UpdateInfoDialog({ t }: { t: Translate }) {
  return (
    <Dialog
      title={t('dialog.updateInfo.title')}
      actions={
        <button type="button" className="button" onClick={closeDialog}>
          {t('dialog.ok')}
        </button>
      }
    >
      <p>{t('dialog.updateInfo.text')}</p>
    </Dialog>
  )
}
