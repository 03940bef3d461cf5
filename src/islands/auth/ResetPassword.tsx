import { useEffect } from 'react'
import { codeOf } from '../../api/result.ts'
import * as errorCode from '../../api/error-code.ts'
import { clearEnteredEmail, enteredEmail, go, goBack, text } from '../../browser/account/entry.ts'
import { leaveNotice } from '../../browser/every-page/leave-notice.ts'
import { isPasscode } from '../../domain/passcode.ts'
import { isValidPassword } from '../../domain/password.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { pageLanguage } from '../../stores/language.ts'
import { failureText } from '../ui/failure-text.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { PasswordRules } from '../ui/PasswordRules.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useAtOpening } from '../ui/use-hydrated.ts'
import { useForm, type Problems } from '../ui/use-form.ts'

export default function ResetPassword({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const { formProps, problems, isBusy } = useForm((data) => send(t, data), { focusesFirst: true })
  const email = useAtOpening(enteredEmail)
  useEffect(() => void leaveWithoutCode(), [])
  return (
    <form {...formProps}>
      {/* Password managers learn from it whose password this is. */}
      <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField
        t={t}
        name="password"
        label={t('field.newPassword')}
        autoComplete="new-password"
        problem={problems['password']}
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
      {problems['form'] === t('resetPassword.codeDead') && (
        <p className="form-links">
          <a href="/forgot_password/otp_email">{t('resetPassword.newCode')}</a>
        </p>
      )}
      <SubmitButton isBusy={isBusy}>{t('resetPassword.submit')}</SubmitButton>
    </form>
  )
}

const passCode = () => new URLSearchParams(location.search).get('passCode') ?? ''

/**
 * Redirects to the previous screen without an address and a valid code
 * (`docs/product.md#forgotten-password`).
 */
async function leaveWithoutCode(): Promise<void> {
  const email = enteredEmail()
  if (!email || !isPasscode(passCode())) return goBack('/forgot_password')
  const code = { email, passcode: passCode() }
  const result = await call('auth', 'GET /user/key/available/', code)
  if (isCodeDead(codeOf(result))) goBack('/forgot_password')
}

function isCodeDead(code: number | undefined): boolean {
  return code === errorCode.dataNotAvailable || code === errorCode.tooManyAttempts
}

async function send(t: Translate, data: FormData): Promise<Problems | void> {
  const password = text(data, 'password')
  if (!isValidPassword(password)) return { password: t('error.password') }
  if (text(data, 'confirm') !== password) return { confirm: t('error.passwordMismatch') }
  const result = await call('auth', 'PUT /user/password/reset/', {
    email: enteredEmail() ?? '',
    newPassword: password,
    passcode: passCode(),
    language: pageLanguage(),
  })
  if (isCodeDead(codeOf(result))) return { form: t('resetPassword.codeDead') }
  if (!result.ok) return { form: failureText(t, result) }
  clearEnteredEmail()
  leaveNotice(t('resetPassword.done'))
  go('/')
}
