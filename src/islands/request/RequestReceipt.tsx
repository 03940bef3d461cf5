import type { Translate } from '../../i18n/translate.ts'
import { focusAtMount } from '../ui/first-focus.ts'

/** The reference number of a request that was received. */
export function RequestReceipt({ t, reference }: { t: Translate; reference: string }) {
  return (
    <div className="form">
      <h2 ref={focusAtMount} tabIndex={-1}>
        {t('request.done')}
      </h2>
      <p>
        <span className="field-hint">{t('request.reference')}</span>
        <strong className="reference" translate="no">
          {reference}
        </strong>
      </p>
      <p>{t('request.doneText')}</p>
    </div>
  )
}
