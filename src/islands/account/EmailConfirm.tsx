import { useEffect, useState } from 'react'
import { codeOf } from '../../api/result.ts'
import * as errorCode from '../../api/error-code.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { reloadUser } from '../../stores/session.ts'
import { $user } from '../../stores/user.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { takenLink } from '../../browser/account/email-token.ts'
import { leaveNotice } from '../../browser/every-page/leave-notice.ts'
import { refused } from './settings-form.ts'

/** Confirms by a press, since mail scanners open links. */
export default function EmailConfirm({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const [link, setLink] = useState<ReturnType<typeof takenLink>>()
  const { formProps, problems, isBusy } = useForm(() => confirm(t, link?.token ?? ''))
  useEffect(() => setLink(takenLink()), [])
  const isDead = link?.token === '' || problems['token'] !== undefined
  return (
    <form {...formProps}>
      {!isDead && (
        <p className="lead">
          {t('emailConfirm.lead')}
          <strong className="address" translate="no">
            {link?.newEmail || '\u00a0'}
          </strong>
        </p>
      )}
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
  const result = await call('user', 'PUT /user/email/confirm/', { token })
  const code = codeOf(result)
  if (code === errorCode.dataNotAvailable) return { token: t('emailConfirm.dead') }
  if (code === errorCode.emailTaken) return { form: t('error.emailTaken') }
  if (!result.ok) return refused(t, result)
  await reloadUser()
  leaveNotice(t('notice.emailChanged', { email: $user.get()?.email ?? '' }), 'email')
  location.replace('/account_settings')
}
