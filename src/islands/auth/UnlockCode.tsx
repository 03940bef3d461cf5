import { useState } from 'react'
import { unlockCode } from '../../api/auth.ts'
import { codeOf } from '../../api/call.ts'
import { errorCode } from '../../api/error-code.ts'
import { translate, type Messages } from '../../i18n/translate.ts'
import { failureText } from '../ui/failure-text.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'

/** Where the mail of a locked code entry leads; a press, since mail readers open links on their own. */
export default function UnlockCode({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const [isDone, setDone] = useState(false)
  const { formProps, problems, isBusy } = useForm(async (): Promise<Problems> => {
    const answer = await unlockCode(new URLSearchParams(location.search).get('token') ?? '')
    if (answer.ok) setDone(true)
    if (answer.ok) return {}
    const isSpent = codeOf(answer) === errorCode.dataNotAvailable
    return { form: isSpent ? t('unlock.spent') : failureText(t, answer) }
  })
  return (
    <form {...formProps}>
      <output className="form-notice">{isDone && t('unlock.done')}</output>
      <FormProblem text={problems['form']} />
      {isDone ? (
        <a className="button" href="/login">
          {t('unlock.login')}
        </a>
      ) : (
        <SubmitButton isBusy={isBusy}>{t('unlock.submit')}</SubmitButton>
      )}
    </form>
  )
}
