import type { Translate } from '../../i18n/translate.ts'
import { closeDialog } from '../../stores/dialog.ts'
import { Dialog } from './Dialog.tsx'

/** Leads to the login screen and from there back to this page. */
export function LoginRequiredDialog({ t }: { t: Translate }) {
  const here = location.pathname + location.search
  return (
    <Dialog
      title={t('dialog.loginRequired.title')}
      actions={
        <>
          <button type="button" className="button button-quiet" onClick={closeDialog}>
            {t('dialog.cancel')}
          </button>
          <a className="button button-quiet" href="/signup">
            {t('dialog.loginRequired.signup')}
          </a>
          <a className="button" href={`/login?${new URLSearchParams({ next: here })}`}>
            {t('dialog.loginRequired.login')}
          </a>
        </>
      }
    >
      <p>{t('dialog.loginRequired.text')}</p>
    </Dialog>
  )
}
