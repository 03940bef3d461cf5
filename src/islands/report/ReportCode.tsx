import { useState } from 'react'
import type { Receipt } from '../../contract/moderation-schemas.ts'
import { PASSCODE_LENGTH } from '../../domain/passcode.ts'
import type { Translate } from '../../i18n/translate.ts'
import { CodeBoxes, useSixthDigit } from '../ui/CodeBoxes.tsx'
import { FormProblem } from '../ui/FormProblem.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { codeProblems, confirmReport } from './send-report.ts'

interface Props {
  t: Translate
  id: string
  address: string
  onBusy: (isBusy: boolean) => void
  onResend: () => Promise<Problems | void>
  onReceipt: (receipt: Receipt | undefined) => void
}

export const CODE_FORM = 'report-code-form'

/** Six digits that verify a guest's address; the sixth submits, once. */
export function ReportCode({ t, id, address, onBusy, onResend, onReceipt }: Props) {
  const [codesSent, setCodesSent] = useState(1)
  const { formProps, problems, report, submit } = useForm(async (data) => {
    const passcode = data.getAll('digit').join('')
    if (passcode.length < PASSCODE_LENGTH) return { code: t('dialog.report.codeMissing') }
    onBusy(true)
    const result = await confirmReport(id, passcode)
    onBusy(false)
    if (!result.ok) return codeProblems(t, result)
    onReceipt(result.results[0])
    return undefined
  })

  const take = useSixthDigit(id, submit)
  const resend = async () => {
    const problems = await onResend()
    report(problems ?? {})
    if (!problems) setCodesSent((count) => count + 1)
  }

  return (
    <form {...formProps} id={CODE_FORM}>
      <p className="lead">
        {t('otp.sentTo')}
        <strong className="address" translate="no">
          {address}
        </strong>
      </p>
      <CodeBoxes key={codesSent} t={t} problem={problems['code']} takesFocus onChange={take} />
      <FormProblem text={problems['form']} />
      <p className="field-hint">
        {t('otp.spam')}{' '}
        <button type="button" className="link-button" onClick={() => void resend()}>
          {t('otp.resend')}
        </button>
      </p>
    </form>
  )
}
