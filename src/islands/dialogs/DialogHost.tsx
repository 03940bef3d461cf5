import { useStore } from '@nanostores/react'
import { Fragment } from 'react'
import { endTime } from '../../i18n/end-time.ts'
import type { Translate } from '../../i18n/translate.ts'
import { $dialog, closeDialog, type DialogRequest } from '../../stores/dialog.ts'
import { Dialog } from './Dialog.tsx'
import { ReportOnDemand } from './ReportOnDemand.tsx'
import { TermsDialog } from './TermsDialog.tsx'
import { UpdateInfoOnDemand } from './UpdateInfoOnDemand.tsx'

/** Shows the dialog that `$dialog` asks for. */
export function DialogHost({ t }: { t: Translate }) {
  const request = useStore($dialog, { ssr: 'initial' })
  return request && <Fragment key={request.name}>{dialogFor(request, t)}</Fragment>
}

function dialogFor(request: DialogRequest, t: Translate) {
  switch (request.name) {
    // `browser/dialogs/login-required.ts` shows it.
    case 'loginRequired':
      return null
    case 'accountNotFound':
      return (
        <Dialog title={t('dialog.accountNotFound.title')} close={t('dialog.ok')}>
          <p>{t('dialog.accountNotFound.text')}</p>
        </Dialog>
      )
    case 'verificationSent':
      return (
        <Dialog title={t('dialog.verificationSent.title')} close={t('dialog.ok')}>
          <p>{t('dialog.verificationSent.text', { email: request.email })}</p>
          <p>{t('dialog.verificationSent.spam')}</p>
        </Dialog>
      )
    case 'deletePost':
      return (
        <Dialog
          title={t('dialog.deletePost.title')}
          close={t('dialog.cancel')}
          action={
            <button
              type="button"
              className="button button-danger"
              onClick={() => {
                closeDialog()
                request.onConfirm()
              }}
            >
              {t('dialog.yes')}
            </button>
          }
        >
          <p>{t('dialog.deletePost.text')}</p>
        </Dialog>
      )
    case 'report':
      return <ReportOnDemand commentId={request.commentId} />
    case 'feedback':
      return (
        <Dialog
          title={t('dialog.feedback.title')}
          close={t('dialog.feedback.later')}
          action={
            <a
              className="button"
              // From the one file of external links.
              href={document.body.dataset['feedback']}
              target="_blank"
              rel="external noopener"
              onClick={() => {
                request.onGive()
                closeDialog()
              }}
            >
              {t('dialog.feedback.give')}
            </a>
          }
        >
          <p>{t('dialog.feedback.text')}</p>
        </Dialog>
      )
    case 'terms':
      return <TermsDialog version={request.version} />
    case 'updateInfo':
      return <UpdateInfoOnDemand t={t} />
    case 'maintenance':
      return (
        <Dialog title={t('dialog.maintenance.title')} close={t('dialog.ok')}>
          <p>{t('dialog.maintenance.announcement')}</p>
          <p className="dialog-date">
            <b>{t('dialog.maintenance.until', endTime(request.end))}</b>
          </p>
          <p>{t('dialog.maintenance.apology')}</p>
        </Dialog>
      )
  }
}
