import { go, keepEnteredEmail } from '../../browser/account/entry.ts'
import { translate, type Messages } from '../../i18n/translate.ts'
import { emailProblem } from '../ui/email-problem.ts'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { EmailField, emailIn } from './EmailField.tsx'

/**
 * Only stores the address: the code screen sends the code (`docs/product.md#forgotten-password`).
 */
export default function ForgotPassword({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const send = async (data: FormData): Promise<Problems | void> => {
    const email = emailIn(data)
    const wrongEmail = emailProblem(t, email)
    if (wrongEmail) return { email: wrongEmail }
    keepEnteredEmail(email)
    go('/forgot_password/otp_email')
  }
  const { formProps, problems, isBusy } = useForm(send, { focusesFirst: true })
  return (
    <form {...formProps}>
      <EmailField t={t} problem={problems['email']} />
      <SubmitButton isBusy={isBusy}>{t('forgotPassword.submit')}</SubmitButton>
    </form>
  )
}
