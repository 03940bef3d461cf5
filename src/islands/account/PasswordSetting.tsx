import { useStore } from '@nanostores/react'
import { codeOf } from '../../api/result.ts'
import * as errorCode from '../../api/error-code.ts'
import { isValidPassword } from '../../domain/password.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $user } from '../../stores/user.ts'
import { text } from '../../browser/account/entry.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { PasswordRules } from '../ui/PasswordRules.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { finishSaved, refused } from './settings-form.ts'

export default function PasswordSetting({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const user = useStore($user, { ssr: 'initial' })
  const { formProps, problems, isBusy } = useForm((data) => save(t, data))
  return (
    <form {...formProps}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField
        t={t}
        name="password"
        label={t('passwordSetting.current')}
        autoComplete="current-password"
        problem={problems['password']}
      />
      <PasswordField
        t={t}
        name="newPassword"
        label={t('field.newPassword')}
        autoComplete="new-password"
        problem={problems['newPassword']}
        Rules={PasswordRules}
      />
      <PasswordField
        t={t}
        name="confirm"
        label={t('field.confirmPassword')}
        autoComplete="new-password"
        problem={problems['confirm']}
      />
      <FormProblem text={problems['form']} />
      <SubmitButton isBusy={isBusy}>{t('settings.save')}</SubmitButton>
    </form>
  )
}

async function save(t: Translate, data: FormData): Promise<Problems | void> {
  const password = text(data, 'password')
  const newPassword = text(data, 'newPassword')
  if (password === '') return { password: t('error.passwordEmpty') }
  if (!isValidPassword(newPassword)) return { newPassword: t('error.password') }
  if (text(data, 'confirm') !== newPassword) return { confirm: t('error.passwordMismatch') }
  const email = $user.get()?.email ?? ''
  const body = { email, password, newPassword }
  const result = await call('user', 'PUT /user/password', body)
  const code = codeOf(result)
  if (code === errorCode.invalidUsernameOrPassword)
    return { password: t('passwordSetting.invalid') }
  if (code === errorCode.dataNotAvailable) return { newPassword: t('error.password') }
  if (!result.ok) return refused(t, result)
  await finishSaved(t, 'password')
}
