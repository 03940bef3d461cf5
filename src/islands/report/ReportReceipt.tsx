import { useState } from 'react'
import type { Receipt } from '../../contract/moderation-schemas.ts'
import type { Translate } from '../../i18n/translate.ts'
import { focusAtMount } from '../ui/first-focus.ts'

interface Props {
  t: Translate
  receipt: Receipt
  isGuest: boolean
}

export function ReportReceipt({ t, receipt, isGuest }: Props) {
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
