import type { Translate } from '../../i18n/translate.ts'
import { closeDialog } from '../../stores/dialog.ts'
import { Dialog } from './Dialog.tsx'

export function DeletePostDialog({ t, onConfirm }: { t: Translate; onConfirm: () => void }) {
  const confirm = () => {
    closeDialog()
    onConfirm()
  }
  return (
    <Dialog
      title={t('dialog.deletePost.title')}
      actions={
        <>
          <button type="button" className="button button-quiet" onClick={closeDialog}>
            {t('dialog.cancel')}
          </button>
          <button type="button" className="button button-danger" onClick={confirm}>
            {t('dialog.yes')}
          </button>
        </>
      }
    >
      <p>{t('dialog.deletePost.text')}</p>
    </Dialog>
  )
}
