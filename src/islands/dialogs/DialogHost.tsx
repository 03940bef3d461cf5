import { useStore } from '@nanostores/react'
import type { Translate } from '../../i18n/translate.ts'
import { $dialog, type DialogRequest } from '../../stores/dialog.ts'
import { AccountNotFoundDialog } from './AccountNotFoundDialog.tsx'
import { DeletePostDialog } from './DeletePostDialog.tsx'
import { FeedbackDialog } from './FeedbackDialog.tsx'
import { MaintenanceDialog } from './MaintenanceDialog.tsx'
import { ReportOnDemand } from './ReportOnDemand.tsx'
import { TermsDialog } from './TermsDialog.tsx'
import { UpdateInfoOnDemand } from './UpdateInfoOnDemand.tsx'
import { VerificationSentDialog } from './VerificationSentDialog.tsx'

/** Shows the dialog that `$dialog` asks for. */
export function DialogHost({ t }: { t: Translate }) {
  const request = useStore($dialog, { ssr: 'initial' })
  return request && dialogFor(request, t)
}

function dialogFor(request: DialogRequest, t: Translate) {
  switch (request.name) {
    // `browser/dialogs/login-required.ts` shows it.
    case 'loginRequired':
      return null
    case 'accountNotFound':
      return <AccountNotFoundDialog t={t} />
    case 'verificationSent':
      return <VerificationSentDialog t={t} email={request.email} />
    case 'deletePost':
      return <DeletePostDialog t={t} onConfirm={request.onConfirm} />
    case 'report':
      return <ReportOnDemand commentId={request.commentId} />
    case 'feedback':
      return <FeedbackDialog t={t} onGive={request.onGive} />
    case 'terms':
      return <TermsDialog version={request.version} />
    case 'updateInfo':
      return <UpdateInfoOnDemand t={t} />
    case 'maintenance':
      return <MaintenanceDialog t={t} end={request.end} />
  }
}
