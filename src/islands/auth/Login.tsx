import { login } from '../../api/auth.ts'
import { codeOf, type Failure } from '../../api/call.ts'
import { errorCode } from '../../api/error-code.ts'
import { isValidEmail } from '../../domain/email.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { signIn } from '../../stores/sign-in.ts'
import { failureText } from '../ui/failure-text.ts'
import { Field } from '../ui/Field.tsx'
import { FormProblem } from '../ui/FormProblem.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { afterLogin, go, keepEnteredEmail, text } from '../../browser/account/entry.ts'
import { SocialButton } from './SocialButton.tsx'

export default function Login({ messages }: { messages: Messages }) {
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
          autoComplete="current-password"
          problem={problems['password']}
        />
        <label className="checkbox">
          <input type="checkbox" name="keep" defaultChecked />
          {t('login.keep')}
        </label>
        <FormProblem text={problems['form']} />
        <SubmitButton isBusy={isBusy}>{t('login.submit')}</SubmitButton>
      </form>
      <p className="form-links">
        <a href="/forgot_password">{t('login.forgot')}</a>
      </p>
      <p className="divider">{t('social.or')}</p>
      <SocialButton t={t} mode="login" isKept={isKeepTicked} />
      <p className="form-links">
        <a href="/signup">{t('login.signup')}</a>
      </p>
    </>
  )
}

/** The one checkbox also decides for the social button beside the form. */
function isKeepTicked(): boolean {
  return document.querySelector<HTMLInputElement>('input[name="keep"]')?.checked ?? true
}

async function send(t: Translate, data: FormData): Promise<Problems | void> {
  const email = text(data, 'email').trim()
  const password = text(data, 'password')
  if (!isValidEmail(email)) return { email: t('error.email') }
  if (password === '') return { password: t('error.passwordEmpty') }
  const isKept = data.has('keep')
  const answer = await login(email, password, isKept)
  if (!answer.ok) return refused(t, email, answer)
  await signIn(answer.results, isKept)
  go(afterLogin(location.search, location.origin))
}

const wrong: unknown[] = [
  errorCode.invalidEmailOrPassword,
  errorCode.invalidUsernameOrPassword,
  errorCode.dataNotAvailable,
]

/** `product.md §8`: client handling at login. */
function refused(t: Translate, email: string, failure: Failure): Problems | void {
  const code = codeOf(failure)
  if (code === errorCode.userNotActivated) {
    keepEnteredEmail(email)
    return go('/otp_email')
  }
  return { form: wrong.includes(code) ? t('error.login') : failureText(t, failure) }
}
