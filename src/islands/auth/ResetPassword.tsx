import { useEffect } from 'react'
import { afterSignIn, clearEnteredEmail, enteredEmail, text } from '../../browser/account/entry.ts'
import { leaveNotice } from '../../browser/every-page/leave-notice.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { signIn } from '../../stores/begin-session.ts'
import { login } from '../../stores/sign-in.ts'
import { pageLanguage } from '../../stores/language.ts'
import { Form, hasSome, type Problems, useForm } from '../ui/Form.tsx'
import { failureText } from '../ui/failure-text.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import { newPasswordProblem, PasswordRules } from '../ui/PasswordRules.tsx'
import { useAtOpening } from '../ui/use-hydrated.ts'
import { isCodeDead, leaveWithoutCode, passCode } from './mailed-code.ts'

export default function ResetPassword() {
  const form = useForm(send, { focusesFirst: true })
  const email = useAtOpening(enteredEmail)
  useEffect(() => void leaveWithoutCode(enteredEmail(), '/forgot_password'), [])
  return (
    <Form
      form={form}
      submit={t('settings.save')}
      after={
        form.problems['form'] === t('resetPassword.codeDead') && (
          <p className="form-links">
            <a href="/forgot_password/otp_email">{t('resetPassword.newCode')}</a>
          </p>
        )
      }
    >
      {/* Password managers learn from it whose password this is. */}
      <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField name="password" label={t('field.newPassword')} Rules={PasswordRules} />
      <PasswordField name="confirm" label={t('field.confirmPassword')} isNew />
    </Form>
  )
}

async function send(data: FormData): Promise<Problems | void> {
  const password = text(data, 'password')
  const wrong = newPasswordProblem(password)
  const problems: Problems = {
    ...(wrong && { password: wrong }),
    ...(text(data, 'confirm') !== password && { confirm: t('error.passwordMismatch') }),
  }
  if (hasSome(problems)) return problems
  const email = enteredEmail() ?? ''
  const result = await call('auth', 'PUT /user/password/reset/', {
    email,
    newPassword: password,
    passcode: passCode(),
    language: pageLanguage(),
  })
  if (result.field === 'newPassword') return { password: t('error.passwordCommon') }
  const isDead = isCodeDead(result)
  if (!result.ok && !isDead) return { form: failureText(result) }
  const session = await login(email, password, true)
  // A dead code may have set this password, in a call whose response was lost.
  if (isDead && !session.ok) return { form: t('resetPassword.codeDead') }
  clearEnteredEmail()
  if (session.ok) await signIn(session.results, true)
  leaveNotice(t(session.ok ? 'resetPassword.loggedIn' : 'resetPassword.done'))
  location.assign(afterSignIn())
}
