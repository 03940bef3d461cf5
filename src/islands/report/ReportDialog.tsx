import { useStore } from '@nanostores/react'
import { errorCode } from '../../api/result.ts'
import { useState } from 'react'
import type { Receipt } from '../../contract/moderation-schemas.ts'
import { maskEmail } from '../../domain/mask-email.ts'
import { PASSCODE_LENGTH } from '../../domain/passcode.ts'
import { t } from '../../i18n/translate.ts'
import { foldReported } from '../../stores/reported.ts'
import { $user } from '../../stores/user.ts'
import { Form, type Problems, SubmitButton, useForm, focusAtMount } from '../ui/Form.tsx'
import { failureText } from '../ui/failure-text.ts'
import { keepFields } from '../ui/kept-form.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { AddressLead, CodeBoxes, codeProblems } from '../ui/CodeBoxes.tsx'
import { keepAs, REPORT_FORM, ReportForm, type Report } from './ReportForm.tsx'
import { call } from '../../stores/call.ts'
import { pageLanguage } from '../../stores/language.ts'

const CODE_FORM = 'report-code-form'

interface Pending {
  report: Report
  id: string
}

/** Form, mailed code for guests, receipt (`docs/product.md#reports`). */
export default function ReportDialog({ commentId }: { commentId: string }) {
  const isGuest = !useStore($user)
  const [pending, setPending] = useState<Pending>()
  const [receipt, setReceipt] = useState<Receipt>()
  const [isBusy, setBusy] = useState(false)
  const [isCopied, setCopied] = useState(false)

  const send = async (report: Report) => {
    setBusy(true)
    const { email, ...rest } = report
    const language = pageLanguage()
    const result =
      email === undefined
        ? await call('moderation', 'POST /report', rest)
        : await call('moderation', 'POST /report/guest', { ...rest, email, language })
    setBusy(false)
    const isGone = result.code === errorCode.dataNotFound
    if (!result.ok) return { form: isGone ? t('dialog.report.gone') : failureText(result) }
    const [accepted] = result.results
    if (accepted && 'id' in accepted) setPending({ report, id: accepted.id })
    else finish(accepted)
    return undefined
  }

  const finish = (receipt: Receipt | undefined) => {
    keepFields(keepAs(commentId))
    foldReported(commentId)
    setReceipt(receipt)
  }

  const copy = (reference: string) =>
    navigator.clipboard.writeText(reference).then(
      () => setCopied(true),
      // The number can be selected by hand.
      () => undefined,
    )
  const isForm = !pending && !receipt
  return (
    <Dialog
      title={t(receipt ? 'dialog.report.received' : 'dialog.report.title')}
      close={t(receipt ? 'dialog.close' : 'dialog.cancel')}
      action={
        !receipt && (
          <SubmitButton isBusy={isBusy} form={isForm ? REPORT_FORM : CODE_FORM}>
            {t(isForm ? 'dialog.report.send' : 'otp.confirm')}
          </SubmitButton>
        )
      }
    >
      {isForm && <ReportForm commentId={commentId} isGuest={isGuest} onSend={send} />}
      {pending && !receipt && (
        <ReportCode
          id={pending.id}
          address={maskEmail(pending.report.email ?? '')}
          onBusy={setBusy}
          onResend={() => send(pending.report)}
          onReceipt={finish}
        />
      )}
      {receipt && (
        <>
          <p className="reference">
            <span>{t('dialog.report.reference')}</span>
            <b translate="no">{receipt.reference}</b>
            {/* The button that was pressed is gone with its form. */}
            <button
              ref={focusAtMount}
              type="button"
              className="link-button"
              onClick={() => void copy(receipt.reference)}
            >
              {t(isCopied ? 'dialog.report.copied' : 'dialog.report.copy')}
            </button>
          </p>
          <div role="status">
            <p>{t(isGuest ? 'dialog.report.nextForGuests' : 'dialog.report.next')}</p>
            <p>{t(isGuest ? 'dialog.report.folded' : 'dialog.report.foldedUntilLogOut')}</p>
          </div>
        </>
      )}
    </Dialog>
  )
}

interface CodeProps {
  id: string
  address: string
  onBusy: (isBusy: boolean) => void
  onResend: () => Promise<Problems | void>
  onReceipt: (receipt: Receipt | undefined) => void
}

/** Six digits that verify a guest's address; the sixth submits, once. */
function ReportCode({ id, address, onBusy, onResend, onReceipt }: CodeProps) {
  const [codesSent, setCodesSent] = useState(1)
  const form = useForm(async (data) => {
    const passcode = data.getAll('digit').join('')
    if (passcode.length < PASSCODE_LENGTH) return { code: t('dialog.report.codeMissing') }
    onBusy(true)
    const result = await call('moderation', 'POST /report/confirm', { id, passcode })
    onBusy(false)
    if (!result.ok) return codeProblems(result)
    onReceipt(result.results[0])
    return undefined
  })

  const resend = async () => {
    const problems = await onResend()
    form.report(problems ?? {})
    if (!problems) setCodesSent((count) => count + 1)
  }

  const again = (
    <p className="field-hint">
      {t('otp.spam')}{' '}
      <button type="button" className="link-button" onClick={() => void resend()}>
        {t('otp.resend')}
      </button>
    </p>
  )
  return (
    <Form form={form} id={CODE_FORM} after={again}>
      <AddressLead text={t('otp.sentTo')} address={address} />
      <CodeBoxes key={codesSent} takesFocus onSixth={form.submit} />
    </Form>
  )
}
