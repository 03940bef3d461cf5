import type { Translate } from '../../i18n/translate.ts'
import { closeDialog } from '../../stores/dialog.ts'
import { Dialog } from './Dialog.tsx'

export function VerificationSentDialog({ t, email }: { t: Translate; email: string }) {
  return (
    <Dialog
      title={t('dialog.verificationSent.title')}
      actions={
        <button type="button" className="button" onClick={closeDialog}>
          {t('dialog.ok')}
        </button>
      }
    >
      <p>{t('dialog.verificationSent.text', { email })}</p>
      <p>{t('dialog.verificationSent.spam')}</p>
    </Dialog>
  )
}
