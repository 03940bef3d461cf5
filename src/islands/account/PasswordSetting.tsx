import { useStore } from '@nanostores/react'
import { errorCode } from '../../api/result.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $user } from '../../stores/user.ts'
import { text } from '../../browser/account/entry.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import { newPasswordProblem, PasswordRules } from '../ui/PasswordRules.tsx'
import { Form, hasSome, type Problems, useForm } from '../ui/Form.tsx'
import { finishSaved, refused } from './settings-form.ts'

export default function PasswordSetting() {
  const user = useStore($user, { ssr: 'initial' })
  const form = useForm(save)
  return (
    <Form form={form} submit={t('settings.save')}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField name="password" label={t('passwordSetting.current')} />
      <PasswordField name="newPassword" label={t('field.newPassword')} Rules={PasswordRules} />
      <PasswordField name="confirm" label={t('field.confirmPassword')} isNew />
    </Form>
  )
}

async function save(data: FormData): Promise<Problems | void> {
  const password = text(data, 'password')
  const newPassword = text(data, 'newPassword')
  const wrong = newPasswordProblem(newPassword)
  const problems: Problems = {
    ...(password === '' && { password: t('error.passwordEmpty') }),
    ...(wrong && { newPassword: wrong }),
    ...(text(data, 'confirm') !== newPassword && { confirm: t('error.passwordMismatch') }),
  }
  if (hasSome(problems)) return problems
  const email = $user.get()?.email ?? ''
  const body = { email, password, newPassword }
  const result = await call('user', 'PUT /user/password', body)
  if (result.code === errorCode.invalidUsernameOrPassword)
    return { password: t('passwordSetting.invalid') }
  if (result.code === errorCode.dataNotAvailable) return { newPassword: t('error.passwordCommon') }
  if (!result.ok) return refused(result)
  await finishSaved('password')
}
