import type { Translate } from '../../i18n/translate.ts'
import { closeDialog } from '../../stores/dialog.ts'
import { logout } from '../../stores/sign-out.ts'
import { Dialog } from './Dialog.tsx'

/** Needs nothing that would have to be loaded: signing out never fails for want of a connection. */
function signOut(): void {
  closeDialog()
  logout()
}

export function LogoutDialog({ t }: { t: Translate }) {
  return (
    <Dialog
      title={t('dialog.logout.title')}
      actions={
        <>
          <button type="button" className="button button-quiet" onClick={closeDialog}>
            {t('dialog.cancel')}
          </button>
          <button type="button" className="button" onClick={signOut}>
            {t('dialog.yes')}
          </button>
        </>
      }
    >
      <p>{t('dialog.logout.text')}</p>
    </Dialog>
  )
}
