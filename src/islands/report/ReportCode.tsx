import { useState } from 'react'
import type { Receipt } from '../../contract/moderation-schemas.ts'
import { PASSCODE_LENGTH } from '../../domain/passcode.ts'
import { t } from '../../i18n/translate.ts'
import { CodeBoxes } from '../ui/CodeBoxes.tsx'
import { Form, type Problems, useForm } from '../ui/Form.tsx'
import { call } from '../../stores/call.ts'
import { codeOf, errorCode, type Failure, isTransient } from '../../api/result.ts'
import { failureText } from '../ui/failure-text.ts'

interface Props {
  id: string
  address: string
  onBusy: (isBusy: boolean) => void
  onResend: () => Promise<Problems | void>
  onReceipt: (receipt: Receipt | undefined) => void
}

export const CODE_FORM = 'report-code-form'

/** Six digits that verify a guest's address; the sixth submits, once. */
export function ReportCode({ id, address, onBusy, onResend, onReceipt }: Props) {
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
      <p className="lead">
        {t('otp.sentTo')}
        <strong className="address" translate="no">
          {address}
        </strong>
      </p>
      <CodeBoxes key={codesSent} takesFocus onSixth={form.submit} />
    </Form>
  )
}

/** Failures unrelated to the code keep the boxes. */
function codeProblems(failure: Failure): Problems {
  if (isTransient(failure)) return { form: failureText(failure) }
  const isWrong = codeOf(failure) === errorCode.dataNotAvailable
  return { code: t(isWrong ? 'otp.failed' : 'otp.dead') }
}
