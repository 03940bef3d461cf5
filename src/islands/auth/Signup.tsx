import { emailAvailable, register } from '../../api/auth.ts'
import { codeOf } from '../../api/call.ts'
import { errorCode } from '../../api/error-code.ts'
import { isValidEmail } from '../../domain/email.ts'
import { isValidPassword } from '../../domain/password.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { storeSignIn } from '../../stores/sign-in.ts'
import { failureText } from '../ui/failure-text.ts'
import { Field } from '../ui/Field.tsx'
import { FormProblem } from '../ui/FormProblem.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { go, keepEnteredEmail, text } from '../../browser/account/entry.ts'
import { SocialButton } from './SocialButton.tsx'
import { TermsCheckbox } from './TermsCheckbox.tsx'

interface Props {
  messages: Messages
  /** The legal texts, from the one list of external links. */
  termsHref: string
}

export default function Signup({ messages, termsHref }: Props) {
  const t = translate(messages)
  const { formProps, problems, isBusy } = useForm((data) => send(t, data))
  return (
    <>
      <form {...formProps}>
        <Field
          name="email"
          type="email"
          label={t('field.email')}
          autoComplete="username"
          problem={problems['email']}
        />
        <PasswordField
          t={t}
          name="password"
          label={t('field.password')}
          autoComplete="new-password"
          problem={problems['password']}
          hasRules
        />
        <TermsCheckbox t={t} href={termsHref} problem={problems['terms']} />
        <FormProblem text={problems['form']} />
        <SubmitButton isBusy={isBusy}>{t('signup.submit')}</SubmitButton>
      </form>
      <p className="divider">{t('social.or')}</p>
      <SocialButton t={t} mode="register" />
      <p className="form-links">
        <a href="/login">{t('signup.login')}</a>
      </p>
    </>
  )
}

/** In the order of `product.md §4`: format, availability, password rule, terms, registration. */
async function send(t: Translate, data: FormData): Promise<Problems | void> {
  const email = text(data, 'email').trim()
  const password = text(data, 'password')
  if (!isValidEmail(email)) return { email: t('error.email') }
  const problem = await availabilityProblem(t, email)
  if (problem) return problem
  if (!isValidPassword(password)) return { password: t('error.password') }
  if (!data.has('terms')) return { terms: t('error.terms') }
  const answer = await register(email, password)
  if (codeOf(answer) === errorCode.emailTaken) return { email: t('error.emailTaken') }
  if (!answer.ok) return { form: failureText(t, answer) }
  storeSignIn(answer.results, true, answer.results.username)
  keepEnteredEmail(email)
  go('/otp_email')
}

let knownAvailable: string | undefined

/** Asked once per address: checks are limited, and a wrong password must not use them up. */
async function availabilityProblem(t: Translate, email: string): Promise<Problems | undefined> {
  if (email === knownAvailable) return undefined
  const answer = await emailAvailable(email)
  if (answer.ok) knownAvailable = email
  else {
    const code = codeOf(answer)
    if (code === errorCode.emailTaken) return { email: t('error.emailTaken') }
    if (code === errorCode.dataNotAvailable) return { email: t('error.email') }
    return { form: failureText(t, answer) }
  }
  return undefined
}
