import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Receipt } from '../../contract/moderation-schemas.ts'
import { maskEmail } from '../../domain/mask-email.ts'
import type { Translate } from '../../i18n/translate.ts'
import { foldReported } from '../../stores/reported.ts'
import { $user } from '../../stores/user.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { CODE_FORM, ReportCode } from './ReportCode.tsx'
import { dropReportDraft } from './report-draft.ts'
import { REPORT_FORM, ReportForm } from './ReportForm.tsx'
import { type Report, reportProblems, sendReport } from './send-report.ts'
import { focusAtMount } from '../ui/first-focus.ts'

interface Pending {
  report: Report
  id: string
}

/**
 * Reports a post (`docs/product.md#reports`): form, mailed code for guests, receipt. The post is
 * folded once reported.
 */
export default function ReportDialog({ t, commentId }: { t: Translate; commentId: string }) {
  const isGuest = !useStore($user)
  const [pending, setPending] = useState<Pending>()
  const [receipt, setReceipt] = useState<Receipt>()
  const [isBusy, setBusy] = useState(false)

  const send = async (report: Report) => {
    setBusy(true)
    const result = await sendReport(report)
    setBusy(false)
    if (!result.ok) return reportProblems(t, result)
    const [accepted] = result.results
    dropReportDraft(commentId)
    foldReported(commentId)
    if (accepted && 'id' in accepted) setPending({ report, id: accepted.id })
    else setReceipt(accepted)
    return undefined
  }

  const isForm = !pending && !receipt
  return (
    <Dialog
      title={t(receipt ? 'dialog.report.received' : 'dialog.report.title')}
      close={t(receipt ? 'dialog.report.close' : 'dialog.cancel')}
      action={
        !receipt && (
          <button
            type="submit"
            form={isForm ? REPORT_FORM : CODE_FORM}
            className="button"
            aria-disabled={isBusy || undefined}
            aria-busy={isBusy || undefined}
          >
            {t(isForm ? 'dialog.report.send' : 'otp.confirm')}
          </button>
        )
      }
    >
      {isForm && <ReportForm t={t} commentId={commentId} isGuest={isGuest} onSend={send} />}
      {pending && !receipt && (
        <ReportCode
          t={t}
          id={pending.id}
          address={maskEmail(pending.report.email ?? '')}
          onBusy={setBusy}
          onResend={() => send(pending.report)}
          onReceipt={setReceipt}
        />
      )}
      {receipt && <ReportReceipt t={t} receipt={receipt} isGuest={isGuest} />}
    </Dialog>
  )
}

interface Props {
  t: Translate
  receipt: Receipt
  isGuest: boolean
}

function ReportReceipt({ t, receipt, isGuest }: Props) {
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(receipt.reference).then(
      () => setCopied(true),
      // The number can be selected by hand.
      () => undefined,
    )
  return (
    <>
      <p className="reference">
        <span>{t('dialog.report.reference')}</span>
        <b translate="no">{receipt.reference}</b>
        {/* The button that was pressed is gone with its form. */}
        <button
          ref={focusAtMount}
          type="button"
          className="link-button"
          onClick={() => void copy()}
        >
          {t(isCopied ? 'dialog.report.copied' : 'dialog.report.copy')}
        </button>
      </p>
      <p role="status">
        {t(isGuest ? 'dialog.report.nextForGuests' : 'dialog.report.next')}{' '}
        {t('dialog.report.folded')}
      </p>
    </>
  )
}
