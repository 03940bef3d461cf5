import { useEffect, useState } from 'react'
import { codeOf } from '../../api/call.ts'
import { errorCode } from '../../api/error-code.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { reloadUser } from '../../stores/session.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { takenToken } from '../../browser/account/email-token.ts'
import { keepNotice } from '../../browser/account/notice.ts'
import { changeSetting, refused } from './settings-form.ts'

/** The mailed link's page: the person confirms, so that a mail scanner that opens links changes nothing. */
export default function EmailConfirm({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const [token, setToken] = useState<string>()
  const { formProps, problems, isBusy } = useForm(() => confirm(t, token ?? ''))
  useEffect(() => setToken(takenToken()), [])
  const isDead = token === '' || problems['token'] !== undefined
  return (
    <form {...formProps}>
      <FormProblem text={isDead ? t('emailConfirm.dead') : problems['form']} />
      {isDead ? (
        <p className="form-links">
          <a href="/email">{t('emailConfirm.again')}</a>
        </p>
      ) : (
        <SubmitButton isBusy={isBusy}>{t('emailConfirm.submit')}</SubmitButton>
      )}
    </form>
  )
}

async function confirm(t: Translate, token: string): Promise<Problems | void> {
  const answer = await changeSetting('/user/email/confirm/', { token })
  const code = codeOf(answer)
  if (code === errorCode.dataNotAvailable) return { token: t('emailConfirm.dead') }
  if (code === errorCode.emailTaken) return { form: t('error.emailTaken') }
  if (!answer.ok) return refused(t, answer)
  await reloadUser()
  keepNotice({ name: 'emailChanged' })
  location.replace('/account_settings')
}
