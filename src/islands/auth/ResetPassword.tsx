import { useEffect } from 'react'
import { checkCode, resetPassword } from '../../api/auth.ts'
import { codeOf } from '../../api/call.ts'
import { errorCode } from '../../api/error-code.ts'
import { isPasscode } from '../../domain/passcode.ts'
import { isValidPassword } from '../../domain/password.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { pageLanguage } from '../../stores/language.ts'
import { failureText } from '../ui/failure-text.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { clearEnteredEmail, enteredEmail, go, goBack, text } from '../../browser/account/entry.ts'

export default function ResetPassword({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const { formProps, problems, isBusy } = useForm((data) => send(t, data))
  useEffect(() => void leaveWithoutCode(), [])
  return (
    <form {...formProps}>
      <PasswordField
        t={t}
        name="password"
        label={t('field.newPassword')}
        autoComplete="new-password"
        problem={problems['password']}
        hasRules
      />
      <PasswordField
        t={t}
        name="confirm"
        label={t('field.confirmPassword')}
        autoComplete="new-password"
        problem={problems['confirm']}
      />
      <FormProblem text={problems['form']} />
      <SubmitButton isBusy={isBusy}>{t('resetPassword.submit')}</SubmitButton>
    </form>
  )
}

const passCode = () => new URLSearchParams(location.search).get('passCode') ?? ''

/** Without an address and a valid code the screen before is the right one (`screens.md`). */
async function leaveWithoutCode(): Promise<void> {
  const email = enteredEmail()
  if (!email || !isPasscode(passCode())) return goBack('/forgot_password')
  const answer = await checkCode(email, passCode())
  const code = codeOf(answer)
  if (code === errorCode.dataNotAvailable || code === errorCode.tooManyAttempts)
    goBack('/forgot_password')
}

async function send(t: Translate, data: FormData): Promise<Problems | void> {
  const password = text(data, 'password')
  if (!isValidPassword(password)) return { password: t('error.password') }
  if (text(data, 'confirm') !== password) return { confirm: t('error.passwordMismatch') }
  const answer = await resetPassword(enteredEmail() ?? '', password, passCode(), pageLanguage())
  if (codeOf(answer) === errorCode.dataNotAvailable) return { form: t('otp.failed') }
  if (!answer.ok) return { form: failureText(t, answer) }
  clearEnteredEmail()
  go('/')
}
