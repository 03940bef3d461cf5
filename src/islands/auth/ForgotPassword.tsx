import { isValidEmail } from '../../domain/email.ts'
import { translate, type Messages } from '../../i18n/translate.ts'
import { Field } from '../ui/Field.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { go, keepEnteredEmail, text } from '../../browser/account/entry.ts'

/** Only keeps the address: the code screen sends the code when it opens (`product.md §4`). */
export default function ForgotPassword({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const { formProps, problems, isBusy } = useForm(async (data): Promise<Problems | void> => {
    const email = text(data, 'email').trim()
    if (!isValidEmail(email)) return { email: t('error.email') }
    keepEnteredEmail(email)
    go('/forgot_password/otp_email')
  })
  return (
    <form {...formProps}>
      <Field
        name="email"
        type="email"
        label={t('field.email')}
        autoComplete="username"
        problem={problems['email']}
      />
      <SubmitButton isBusy={isBusy}>{t('forgotPassword.submit')}</SubmitButton>
    </form>
  )
}
