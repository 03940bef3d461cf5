import { keepEnteredEmail } from '../../browser/account/entry.ts'
import { t } from '../../i18n/translate.ts'
import { Form, type Problems, useForm } from '../ui/Form.tsx'
import { EmailField, emailIn, emailProblem } from './EmailField.tsx'

/** The code screen sends the code (`docs/product.md#forgotten-password`). */
export default function ForgotPassword() {
  const send = async (data: FormData): Promise<Problems | void> => {
    const email = emailIn(data)
    const wrongEmail = emailProblem(email)
    if (wrongEmail) return { email: wrongEmail }
    keepEnteredEmail(email)
    location.assign('/forgot_password/otp_email')
  }
  const form = useForm(send, { focusesFirst: true })
  return (
    <Form form={form} submit={t('forgotPassword.submit')}>
      <EmailField />
    </Form>
  )
}
