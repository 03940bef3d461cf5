import { useState } from 'react'
import { unlockCode } from '../../api/auth.ts'
import { codeOf } from '../../api/call.ts'
import * as errorCode from '../../api/error-code.ts'
import { translate, type Messages } from '../../i18n/translate.ts'
import { failureText } from '../ui/failure-text.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'

/** The page of the link in an unlock mail. It asks for a press, since mail scanners open links on their own. */
export default function UnlockCode({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const [end, setEnd] = useState<'done' | 'spent'>()
  const { formProps, problems, isBusy } = useForm(async (): Promise<Problems> => {
    const result = await unlockCode(new URLSearchParams(location.search).get('token') ?? '')
    if (result.ok) setEnd('done')
    else if (codeOf(result) === errorCode.dataNotAvailable) setEnd('spent')
    else return { form: failureText(t, result) }
    return {}
  })
  return (
    <form {...formProps}>
      {!end && <p className="lead">{t('unlock.lead')}</p>}
      <output className="form-notice">{end === 'done' && t('unlock.done')}</output>
      <FormProblem text={end === 'spent' ? t('unlock.spent') : problems['form']} />
      {end ? (
        <a className="button" href="/login">
          {t('unlock.login')}
        </a>
      ) : (
        <SubmitButton isBusy={isBusy}>{t('unlock.submit')}</SubmitButton>
      )}
    </form>
  )
}
