import type { Translate } from '../../i18n/translate.ts'
import { closeDialog } from '../../stores/dialog.ts'
import { Dialog } from './Dialog.tsx'

const logout = () => void import('../../stores/session.ts').then((session) => session.logout())

export function LogoutDialog({ t }: { t: Translate }) {
  return (
    <Dialog
      title={t('dialog.logout.title')}
      actions={
        <>
          <button type="button" className="button button-quiet" onClick={closeDialog}>
            {t('dialog.cancel')}
          </button>
          <button type="button" className="button" onClick={logout}>
            {t('dialog.yes')}
          </button>
        </>
      }
    >
      <p>{t('dialog.logout.text')}</p>
    </Dialog>
  )
}
